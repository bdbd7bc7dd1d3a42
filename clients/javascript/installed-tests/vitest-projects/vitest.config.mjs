import { defineConfig } from 'vitest/config';
import monotable from 'monotable/vitest';
import { tables } from '../load-tables.cjs';

const project = (name) => ({
  plugins: [monotable({ schema: { ...tables[0], TableName: name }, seed: { [name]: [{ pk: name }] } })],
  test: { name, root: `${import.meta.dirname}/${name}` },
});

export default defineConfig({ test: { projects: [project('one'), project('two')] } });
