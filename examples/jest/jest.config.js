module.exports = {
  preset: 'monotable/jest',
  globals: { monotable: { schema: 'template.yaml', seed: 'seed.json' } },
};
