import type { AnyAction } from './action.ts'
import { canary } from './canary.ts'
import { history } from './history.ts'
import { leave } from './leave.ts'
import { list } from './list.ts'
import { local } from './local.ts'
import { pin, unpin } from './pin.ts'
import { preview } from './preview.ts'
import { prune } from './prune.ts'
import { publish } from './publish.ts'
import { remove } from './remove.ts'
import { rollback } from './rollback.ts'

/** The actions that work in any repository. */
export const SHARED_ACTIONS: Readonly<Record<string, AnyAction>> = {
  publish,
  canary,
  preview,
  local,
  list,
  history,
  rollback,
  pin,
  unpin,
  leave,
  prune,
  remove,
}
