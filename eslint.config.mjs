import { join } from 'node:path';
import js from '@eslint/js';
import tseslint from 'typescript-eslint';
import { roomRule } from './lib/scripts/rooms.mjs';

/** Tests, and what only tests use. */
const tests = ['**/*.test.ts', '**/testing/**'];
const nodeGlobals = Object.fromEntries(
  ['AbortController', 'AbortSignal', 'Buffer', 'URL', 'clearInterval', 'clearTimeout', 'console', 'fetch']
    .concat([
      'global',
      'performance',
      'process',
      'queueMicrotask',
      'setImmediate',
      'setInterval',
      'setTimeout',
    ])
    .concat(['structuredClone', 'TextDecoder', 'TextEncoder'])
    .map((name) => [name, 'readonly']),
);

/** A seed or a stream of chance made from the clock: two runs of one seed would differ. */
const clockSeed =
  ':matches(CallExpression[callee.name=/random|seed/i], CallExpression[callee.property.name=/random|seed/i], ' +
  'NewExpression[callee.name=/random/i], Property[key.name=/seed/i], VariableDeclarator[id.name=/seed/i]) ' +
  ":matches(CallExpression[callee.object.name='Date'][callee.property.name='now'], NewExpression[callee.name='Date'])";

export default tseslint.config(
  {
    ignores: [
      '**/node_modules/',
      '.*/',
      'lib/dist/',
      'notebooks/',
      'my-notebooks/',
      'figures/',
      'data/',
      'coverage/',
    ],
  },
  js.configs.recommended,
  {
    files: ['**/*.mjs', '**/*.cjs', '**/*.js'],
    languageOptions: { globals: nodeGlobals },
    rules: { 'no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }] },
  },
  {
    // Hands functions to a browser page.
    files: ['lib/scripts/screenshot.mjs'],
    languageOptions: { globals: { document: 'readonly', window: 'readonly' } },
  },
  { files: ['**/*.cjs'], languageOptions: { sourceType: 'commonjs', globals: { __dirname: 'readonly' } } },
  {
    files: ['lib/src/**/*.ts', 'lib/bench/**/*.ts', '*.mts'],
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
    files: ['lib/src/**/*.ts'],
    rules: {
      'no-restricted-properties': [
        'error',
        {
          object: 'Math',
          property: 'random',
          message: 'Chance comes from a seeded Random (lib/src/random) only.',
        },
      ],
      'no-restricted-syntax': [
        'error',
        { selector: clockSeed, message: 'A seed is given, never taken from the clock.' },
      ],
    },
  },
  {
    files: ['lib/src/**/*.ts'],
    ignores: tests,
    plugins: { agora: { rules: { rooms: roomRule } } },
    rules: { 'agora/rooms': ['error', { source: join(import.meta.dirname, 'lib', 'src') }] },
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
