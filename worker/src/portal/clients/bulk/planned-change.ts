import type { ClientsChange } from '@portal/contract/client-changes'
import type { ClientStatus } from '@portal/contract/statuses'
import type { Step } from '../../../platform/db/write.ts'

export interface ChangedClient {
  id: string
  status: ClientStatus
  is_archived: boolean
  sections: number
  tags: readonly string[]
}

/** What a change does to several clients. */
export interface PlannedChange {
  /** Why clients cannot be changed, by id. */
  refused: ReadonlyMap<string, string>
  /** The clients that differ afterwards. */
  changed: readonly ChangedClient[]
  /** The steps that change them. Not needed when there are none. */
  steps: () => Step[]
}

export type ChangeOf<Kind extends ClientsChange['kind']> = Extract<ClientsChange, { kind: Kind }>
