import { parseArgs } from 'node:util'
import { insideNamespace } from './machine.ts'

/**
 * `pnpm chaos`: steady work at a portal of its own while everything around it fails; then what people were promised is compared with what is
 * stored. `--seed` repeats a run, `--only` names faults, `--prove` shows that each check finds what it is there for.
 */

const { values } = parseArgs({
  options: { seed: { type: 'string' }, only: { type: 'string', multiple: true }, prove: { type: 'boolean' } },
})

const ended = await insideNamespace()
if (ended !== undefined) process.exit(ended)
const { runChaos } = await import('./session.ts')
const seed = values.seed === undefined ? Math.floor(Math.random() * 2 ** 32) : Number(values.seed)
if (!Number.isInteger(seed) || seed < 0) throw new Error('--seed takes a whole number')
process.exit(await runChaos({ seed, only: values.only ?? [], prove: values.prove ?? false }))
