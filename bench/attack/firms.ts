import { rowsNaming } from './lib/database.ts'
import { type Firm, secretsOfClient } from './lib/people.ts'

// Old helpers: use lib/people.ts, and snapshot of lib/database.ts.
export { type Firm, newFirm, secretsOfFirm as secretsOf } from './lib/people.ts'
export const secretsOfOne = ({ one }: Firm): string[] => secretsOfClient(one)
export const tracesOf = (ids: readonly string[], { bookkeeper }: Firm) => rowsNaming(ids, bookkeeper.firmId)
export const differences = (before: Map<string, string>, after: Map<string, string>): string[] =>
  [...new Set([...before.keys(), ...after.keys()])].filter((key) => before.get(key) !== after.get(key))
