import type { AnyAction } from './action.ts'
import { history } from './history.ts'
import { preview } from './preview.ts'
import { publish } from './publish.ts'
import { rollback } from './rollback.ts'

/** The actions that work in any repository. */
export const SHARED_ACTIONS: Readonly<Record<string, AnyAction>> = { publish, preview, rollback, history }
