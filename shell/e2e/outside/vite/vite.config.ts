import { federation } from '@module-federation/vite'
import { defineConfig } from 'vite'

/** Takes a library from the shell. */
const fromShell = (requiredVersion: string) => ({ singleton: true, import: false, requiredVersion }) as const

export default defineConfig({
  base: './',
  build: { rolldownOptions: { input: 'src/routes.tsx' } },
  plugins: [
    federation({
      name: 'mf_charts',
      filename: 'remoteEntry.js',
      manifest: true,
      exposes: { './routes': './src/routes.tsx' },
      shared: {
        react: fromShell('^19.0.0'),
        'react/jsx-runtime': fromShell('^19.0.0'),
        'react-dom': fromShell('^19.0.0'),
        '@tanstack/react-query': fromShell('^5.0.0'),
        '@tanstack/react-router': fromShell('^1.0.0'),
        '@portal/sdk': fromShell('^1.0.0'),
      },
      dts: false,
    }),
  ],
})
