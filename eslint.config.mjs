import js from '@eslint/js';
import tseslint from 'typescript-eslint';
import { castRule } from './lib/tools/cast-rule.mjs';

/** Tests, and what only tests use. */
const tests = ['**/*.test.ts', '**/testing/**'];
const nodeGlobals = Object.fromEntries(
  [
    'AbortController',
    'AbortSignal',
    'Buffer',
    'URL',
    'clearInterval',
    'clearTimeout',
    'console',
    'fetch',
    'global',
    'performance',
    'process',
    'queueMicrotask',
    'setImmediate',
    'setInterval',
    'setTimeout',
    'structuredClone',
    'TextDecoder',
    'TextEncoder',
  ].map((name) => [name, 'readonly']),
);

/** A seed or a stream of chance made from the clock: two runs of one seed would differ. */
const clockSeed =
  ':matches(CallExpression[callee.name=/random|seed/i], CallExpression[callee.property.name=/random|seed/i], ' +
  'NewExpression[callee.name=/random/i], Property[key.name=/seed/i], VariableDeclarator[id.name=/seed/i]) ' +
  ":matches(CallExpression[callee.object.name='Date'][callee.property.name='now'], NewExpression[callee.name='Date'])";

const unseededChance = {
  object: 'Math',
  property: 'random',
  message: 'Chance comes from a seeded Random (lib/voting/src/random) only.',
};

/** How long something takes is no property of it: a busy machine takes longer. */
const clocks = [
  ['Date', 'now'],
  ['performance', 'now'],
  ['process', 'cpuUsage'],
  ['process', 'hrtime'],
].map(([object, property]) => ({
  object,
  property,
  message: 'A test reads no clock: steps are counted (lib/core/src/testing/hostile-text).',
}));

/** Words that are written out. */
const abbreviations = [
  'acc',
  'arr',
  'cb',
  'cfg',
  'cnt',
  'ctx',
  'cur',
  'doc',
  'el',
  'elem',
  'err',
  'evt',
  'info',
  'len',
  'msg',
  'num',
  'obj',
  'opts',
  'params',
  'prev',
  'req',
  'res',
  'str',
  'tmp',
  'val',
];

/** A literal lists what it holds. Spreads under a condition are no literals: `...(x === undefined ? {} : { x })`. */
const spreadLiterals = [
  ':matches(SpreadElement, JSXSpreadAttribute) > ObjectExpression.argument',
  'SpreadElement > ArrayExpression.argument',
  ':matches(SpreadElement, JSXSpreadAttribute) > TSAsExpression.argument > :matches(ObjectExpression, ArrayExpression).expression',
].map((selector) => ({ selector, message: 'List the members instead of spreading a literal.' }));

export default tseslint.config(
  {
    ignores: [
      '**/node_modules/',
      '.*/',
      'lib/*/dist/',
      'notebooks/',
      'my-notebooks/',
      'figures/',
      'data/',
      'coverage/',
    ],
  },
  js.configs.recommended,
  { rules: { 'no-restricted-syntax': ['error', ...spreadLiterals] } },
  {
    files: ['**/*.mjs', '**/*.cjs', '**/*.js'],
    languageOptions: { globals: nodeGlobals },
    rules: { 'no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }] },
  },
  {
    // Hands functions to a browser page.
    files: ['lib/tools/screenshot.mjs'],
    languageOptions: { globals: { document: 'readonly', window: 'readonly' } },
  },
  { files: ['**/*.cjs'], languageOptions: { sourceType: 'commonjs', globals: { __dirname: 'readonly' } } },
  {
    files: ['lib/*/src/**/*.ts', 'lib/report/explorer/**/*.{ts,tsx}', 'lib/bench/**/*.ts', '*.mts'],
    extends: [tseslint.configs.recommendedTypeChecked],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      '@typescript-eslint/consistent-type-imports': ['error', { disallowTypeAnnotations: false }],
      '@typescript-eslint/switch-exhaustiveness-check': [
        'error',
        { considerDefaultExhaustiveForUnions: true },
      ],
    },
  },
  {
    files: ['lib/*/src/**/*.ts'],
    rules: {
      'no-restricted-properties': ['error', unseededChance],
      'no-restricted-syntax': [
        'error',
        ...spreadLiterals,
        { selector: clockSeed, message: 'A seed is given, never taken from the clock.' },
        { selector: 'ExportDefaultDeclaration', message: 'What is exported has a name.' },
        {
          selector:
            ":matches(ClassDeclaration, ClassExpression)[superClass.name=/Error$/]:not([id.name='AgoraError'])",
          message: 'There is one error class: AgoraError, with a code.',
        },
      ],
      'id-denylist': ['error', ...abbreviations],
    },
  },
  {
    files: ['lib/*/src/**/*.ts'],
    ignores: tests,
    plugins: { agora: { rules: { casts: castRule } } },
    rules: { 'agora/casts': 'error' },
  },
  {
    // The command line, a script's progress and what a cell shows are there to be read; all else gives values.
    files: ['lib/*/src/**/*.ts'],
    ignores: [
      ...tests,
      'lib/agora-lab/src/cli/**',
      'lib/core/src/experiment/progress.ts',
      'lib/report/src/show.ts',
    ],
    rules: { 'no-console': 'error' },
  },
  {
    files: ['lib/*/src/**/*.test.ts', 'lib/*/src/**/testing/**/*.ts'],
    rules: { 'no-restricted-properties': ['error', unseededChance, ...clocks] },
  },
  {
    // An async stub that awaits nothing is how a test stands in for a model.
    files: tests,
    rules: {
      '@typescript-eslint/require-await': 'off',
      '@typescript-eslint/no-require-imports': 'off',
      '@typescript-eslint/unbound-method': 'off',
    },
  },
);
