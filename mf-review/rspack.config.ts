import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Mode, remoteConfig } from '@portal/kit/build'

/** Files that pdf.js loads by name when it renders a PDF. */
const pdfjs = join(dirname(fileURLToPath(import.meta.resolve('pdfjs-dist/package.json'))))
const copy = [
  { from: join(pdfjs, 'build/pdf.worker.min.mjs'), to: 'pdf/pdf.worker.min.js' },
  { from: join(pdfjs, 'cmaps'), to: 'pdf/cmaps' },
  { from: join(pdfjs, 'standard_fonts'), to: 'pdf/standard_fonts' },
  { from: join(pdfjs, 'wasm/*_nowasm_fallback.js'), to: 'pdf/wasm/[name][ext]' },
]

export default (mode: Mode) => remoteConfig({ dir: import.meta.dirname, name: 'mf-review', mode, copy })
