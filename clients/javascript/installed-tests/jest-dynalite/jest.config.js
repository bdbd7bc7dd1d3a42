module.exports = { preset: 'monotable/jest' };
