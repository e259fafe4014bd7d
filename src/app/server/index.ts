/** The dashboard's server: HTTP API, live events, pages, reports. */
export { hardened, refuseStranger } from './access.ts';
export { hostsOf } from './hosts.ts';
export { addressOf, isLinkFree, reserveLink, standingLink } from './link.ts';
export { serveMcp } from './mcp.ts';
export { Checked, type ServerPorts, type StartAsked, type StartField, type StartForm } from './ports.ts';
export { serve, type Serving } from './serve.ts';
