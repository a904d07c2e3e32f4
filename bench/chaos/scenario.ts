import { setTimeout as pause } from 'node:timers/promises'
import type { LastingTab } from '../../shell/e2e/lasting-tab.ts'
import type { FileAnswer } from '../../worker/contract/src/fields.ts'
import { NoResponse, Responses, UnexpectedResponse, type User } from './actors/user.ts'
import type { Portal } from './portal.ts'
import type { Random } from './random.ts'

/** A section that is assigned to a client. */
export interface Section {
  id: string
  name: string
  workformId: string
  client: Client
  version: number
  draftVersion: number
  files: FileAnswer[]
  /** Reason of the last decision if it was a rejection. */
  rejection?: string | undefined
}

export interface Bookkeeper {
  user: User
  clients: Client[]
  toReview: Section[]
}

/** A client who has signed up. */
export interface Client {
  user: User
  id: string
  threadId: string
  bookkeeper: Bookkeeper
  toFillIn: Section[]
}

/** Values by key, with the fault that was active when the portal acknowledged them. */
type PromisedValues = Map<string, { value: unknown; during: string }>

/** What the portal acknowledged: for each check, the values that it must find. */
export class Promises {
  readonly byCheck = new Map<string, PromisedValues>()
  private readonly responses: Responses

  constructor(responses: Responses) {
    this.responses = responses
  }

  of(check: string): PromisedValues {
    const promises: PromisedValues = this.byCheck.get(check) ?? new Map()
    this.byCheck.set(check, promises)
    return promises
  }

  /** Promises a value, in place of an earlier one. */
  add(check: string, key: string, value: unknown): void {
    this.of(check).set(key, { value, during: this.responses.fault })
  }

  /** Promises that something exists once more. */
  count(check: string, key: string): void {
    this.add(check, key, Number(this.of(check).get(key)?.value ?? 0) + 1)
  }
}

/** More than an actor can do before the last fault is over. */
const MAX_ACTIONS = 600

/** A portal, its users, and what it has acknowledged. */
export class Scenario {
  readonly portal: Portal
  readonly bookkeepers: Bookkeeper[] = []
  readonly sections: Section[] = []
  /** Browser tabs that stay open. */
  readonly tabs: { user: User; connection: LastingTab }[] = []
  /** Number of the last live event before the tabs were opened. */
  tabsOpenedAfter = 0
  readonly responses = new Responses()
  readonly promises = new Promises(this.responses)
  /** Responses to repeated requests, by idempotency key. */
  readonly repeats: { key: string; value: unknown }[] = []
  isOver = false

  constructor(portal: Portal) {
    this.portal = portal
  }

  /** Repeats an action, with pauses, until the scenario is over or the portal stops responding. */
  async repeat(random: Random, action: () => Promise<void>): Promise<void> {
    for (let i = 0; i < MAX_ACTIONS && !this.isOver; i++) {
      try {
        await action()
      } catch (error) {
        if (!(error instanceof UnexpectedResponse)) throw error
        this.responses.unexpected.push({ message: error.message, during: this.responses.fault })
        if (error instanceof NoResponse) return
      }
      await pause(random.between(120, 520))
    }
  }
}
