import { ModuleFederationPlugin } from '@module-federation/enhanced/rspack'
import { rspack } from '@rspack/core'

/** Takes a library from the shell. */
const fromShell = (requiredVersion) => ({ singleton: true, import: false, requiredVersion })

export default {
  mode: 'production',
  entry: {},
  output: { publicPath: 'auto', crossOriginLoading: 'anonymous', clean: true },
  resolve: { extensions: ['.tsx', '.ts', '.js'] },
  module: {
    rules: [
      {
        test: /\.tsx?$/,
        loader: 'builtin:swc-loader',
        options: {
          jsc: { parser: { syntax: 'typescript', tsx: true }, transform: { react: { runtime: 'automatic' } } },
        },
      },
      { test: /\.css$/, type: 'css', loader: '@tailwindcss/webpack', options: { base: import.meta.dirname } },
    ],
  },
  plugins: [
    new rspack.SubresourceIntegrityPlugin({ hashFuncNames: ['sha256'] }),
    new ModuleFederationPlugin({
      name: 'mf_notes',
      filename: 'remoteEntry.js',
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
}
