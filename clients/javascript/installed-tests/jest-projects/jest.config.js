const { tables } = require('../load-tables.cjs');

const project = (name) => ({
  displayName: name,
  preset: 'monotable/jest',
  rootDir: `${__dirname}/${name}`,
  globals: { monotable: { schema: { ...tables[0], TableName: name }, seed: { [name]: [{ pk: name }] } } },
});

module.exports = { projects: [project('one'), project('two')], maxWorkers: 2 };
