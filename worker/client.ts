import type { A } from './src/x.ts'
export type Q = A
