// The linter of the page: rules that need types, for what the compiler does not check. Prettier formats.
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import tseslint from 'typescript-eslint'

export default tseslint.config({
    files: ['src/**/*.ts'],
    extends: [tseslint.configs.recommendedTypeChecked],
    languageOptions: {
        parserOptions: { project: './tsconfig.json', tsconfigRootDir: dirname(fileURLToPath(import.meta.url)) },
    },
    linterOptions: { reportUnusedDisableDirectives: 'error' },
    rules: {
        '@typescript-eslint/switch-exhaustiveness-check': 'error',
        '@typescript-eslint/use-unknown-in-catch-callback-variable': 'error',
        '@typescript-eslint/no-unused-vars': 'off', // the compiler's noUnusedLocals and noUnusedParameters
        '@typescript-eslint/unbound-method': 'off', // actions are passed as functions and never use `this`
    },
})
