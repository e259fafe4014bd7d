/** The dashboard's server: HTTP API, live events, pages, reports. */
export { addressOf, isLinkFree, reserveLink, standingLink } from './link.ts';
export { serveMcp } from './mcp.ts';
export { Checked, type ServerPorts } from './ports.ts';
export { serve, type Serving } from './serve.ts';
