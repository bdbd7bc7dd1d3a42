// Writes src/model.ts, the types of the control API, from docs/openapi.json.
import { readFileSync, writeFileSync } from 'node:fs';

const root = new URL('../../../', import.meta.url);

/** Returns the content of src/model.ts. */
export function model() {
  const api = JSON.parse(readFileSync(new URL('docs/openapi.json', root), 'utf8'));
  const lines = ['// Generated from docs/openapi.json by `npm run model`.', ''];
  for (const [name, schema] of Object.entries(api.components.schemas)) {
    lines.push(`/** ${schema.description} */`, `export interface ${name} {`);
    for (const [member, type] of Object.entries(schema.properties ?? {})) {
      const optional = schema.required?.includes(member) ? '' : '?';
      if (type.description) {
        lines.push(`  /** ${type.description} */`);
      }
      lines.push(`  ${member}${optional}: ${typeOf(type)};`);
    }
    lines.push('}', '');
  }
  return lines.join('\n');
}

function typeOf(schema) {
  if (schema.$ref) {
    return schema.$ref.split('/').at(-1);
  }
  if (schema.enum) {
    return schema.enum.map((value) => `'${value}'`).join(' | ');
  }
  switch (schema.type) {
    case 'integer':
    case 'number':
      return 'number';
    case 'array':
      return `(${typeOf(schema.items)})[]`.replace(/^\((\w+)\)/, '$1');
    case 'object':
      return `Record<string, ${schema.additionalProperties?.type ? typeOf(schema.additionalProperties) : 'unknown'}>`;
    default:
      return schema.type;
  }
}

if (process.argv[1] === new URL(import.meta.url).pathname) {
  writeFileSync(new URL('clients/javascript/src/model.ts', root), model());
}
