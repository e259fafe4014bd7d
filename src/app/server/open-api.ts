import { z } from 'zod';
import type { Route } from './route.ts';
import { FaultReply, routes } from './routes.ts';

/** The description of the API (OpenAPI 3.1), made from the schemas that the answers are made with. */
export function openApi(version: string): Record<string, unknown> {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const route of routes) {
    const path = `/api${route.path.replaceAll(/:(\w+)/gu, '{$1}')}`;
    paths[path] = { ...paths[path], [route.method]: operationOf(route) };
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Pawl', version, description: 'Runs, what they did, and why each change was kept.' },
    security: [{ token: [] }],
    components: {
      securitySchemes: { token: { type: 'http', scheme: 'bearer' } },
      schemas: { Fault: schemaOf(FaultReply) },
    },
    paths,
  };
}

function schemaOf(schema: z.ZodType): Record<string, unknown> {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
  return rest;
}

function operationOf({ path, says, query, body, reply }: Route): Record<string, unknown> {
  const inPath = Array.from(path.matchAll(/:(\w+)/gu), ([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string' },
  }));
  const inQuery = Object.entries(query?.shape ?? {}).map(([name, schema]) => ({
    name,
    in: 'query',
    required: false,
    schema: schema instanceof z.ZodType ? schemaOf(schema) : {},
  }));
  const answer = (description: string, schema: unknown): unknown => ({
    description,
    content: { 'application/json': { schema } },
  });
  return {
    summary: says,
    parameters: [...inPath, ...inQuery],
    ...(body === undefined
      ? {}
      : { requestBody: { required: true, content: { 'application/json': { schema: schemaOf(body) } } } }),
    responses: {
      200: answer('The answer.', schemaOf(reply)),
      default: answer('What went wrong, and what to do about it.', { $ref: '#/components/schemas/Fault' }),
    },
  };
}
