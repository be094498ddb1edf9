import js from '@eslint/js';
import { configs as regexp } from 'eslint-plugin-regexp';
import tseslint from 'typescript-eslint';

const underscore = ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }];
const names =
  'AbortController Buffer URL clearInterval clearTimeout console fetch performance process setInterval setTimeout';
const nodeGlobals = Object.fromEntries(names.split(' ').map((name) => [name, 'readonly']));

export default tseslint.config(
  {
    ignores: [
      '**/node_modules/',
      '.*/',
      'lib/dist*/',
      'notebooks/',
      'my-notebooks/',
      'data/',
      'coverage/',
      'docs/',
    ],
  },
  js.configs.recommended,
  regexp['flat/recommended'],
  { rules: { 'regexp/no-unused-capturing-group': 'off' } },
  {
    files: ['**/*.{mjs,cjs}'],
    languageOptions: { globals: nodeGlobals },
    rules: { 'no-unused-vars': underscore },
  },
  {
    files: ['**/*.cjs'],
    languageOptions: { sourceType: 'commonjs', globals: { __dirname: 'readonly' } },
  },
  {
    files: ['**/*.{ts,tsx,mts}'],
    extends: [tseslint.configs.recommendedTypeChecked],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      '@typescript-eslint/no-unused-vars': underscore,
      '@typescript-eslint/consistent-type-imports': ['error', { disallowTypeAnnotations: false }],
      '@typescript-eslint/switch-exhaustiveness-check': [
        'error',
        { considerDefaultExhaustiveForUnions: true },
      ],
      'no-restricted-properties': [
        'error',
        {
          object: 'Math',
          property: 'random',
          message: 'Randomness comes from a seeded Random (lib/random.ts).',
        },
      ],
    },
  },
  {
    files: ['**/*.test.ts'],
    rules: {
      'no-restricted-properties': [
        'error',
        ...['Date.now', 'performance.now', 'process.hrtime', 'process.cpuUsage'].map((clock) => {
          const [object, property] = clock.split('.');
          return { object, property, message: 'A test reads no clock: a busy machine is slower.' };
        }),
      ],
      // A stand-in for a model is an async function that awaits nothing.
      '@typescript-eslint/require-await': 'off',
      '@typescript-eslint/unbound-method': 'off',
    },
  },
);
