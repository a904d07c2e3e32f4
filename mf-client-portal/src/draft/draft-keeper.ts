import type { Answer, Answers } from '@portal/contract/fields'
import { isApiError } from '@portal/sdk'
import { sameAnswers } from './differences.ts'
import type { LocalDrafts } from './local-drafts.ts'

/** How far what was typed has come. `waiting`: on this device only, until the server can be reached. */
export type SaveMark = 'none' | 'saving' | 'saved' | 'waiting' | 'conflict' | 'closed'

/** The draft as the server has it. */
export interface ServerDraft {
  answers: Answers
  draft_version: number
  /** Version of the section itself. */
  version: number
}

/** What the form shows. `theirs` is what another device saved, while the two have to be reconciled. */
export interface DraftState {
  answers: Answers
  mark: SaveMark
  theirs: Answers | undefined
}

export interface DraftSource {
  save(answers: Answers, baseVersion: number): Promise<{ draft_version: number; saved_at: string }>
  load(): Promise<ServerDraft>
}

/** Wait between the first unsaved keystroke and its saving, in ms. */
export const SAVE_AFTER_MS = 800
const RETRY_FIRST_MS = 2_000
const RETRY_MAX_MS = 30_000

/**
 * Keeps the draft of one section (what was written; files have rows of their own): on this device at every keystroke, on the server within a second. It lives on while the
 * section is folded. What another device saved meanwhile is never overwritten: the mark becomes `conflict` until `resolve`.
 */
export class DraftKeeper {
  readonly #id: string
  readonly #source: DraftSource
  readonly #local: LocalDrafts
  readonly #listeners = new Set<() => void>()
  #state: DraftState
  #base: Answers
  #baseVersion: number
  #sectionVersion: number
  /** What another device saved, while the person has not chosen yet. */
  #met: ServerDraft | undefined
  #timer: ReturnType<typeof setTimeout> | undefined
  #saving: Promise<void> | undefined
  #failures = 0

  constructor(id: string, server: ServerDraft, source: DraftSource, local: LocalDrafts) {
    this.#id = id
    this.#source = source
    this.#local = local
    this.#base = server.answers
    this.#baseVersion = server.draft_version
    this.#sectionVersion = server.version
    this.#state = { answers: server.answers, mark: server.draft_version > 0 ? 'saved' : 'none', theirs: undefined }
    this.#resume(server)
  }

  /** Takes up what an earlier visit on this device could not hand over. */
  #resume(server: ServerDraft): void {
    const left = this.#local.read(this.#id)
    if (!left) return
    if (sameAnswers(left.answers, server.answers)) {
      this.#local.remove(this.#id)
      return
    }
    this.#state = { answers: left.answers, mark: 'waiting', theirs: undefined }
    if (left.base_version === server.draft_version) {
      this.#plan(0)
      return
    }
    this.#base = left.base
    this.#meet(server)
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  readonly state = (): DraftState => this.#state

  /** What the answers were typed onto: tells whose change it was. */
  get base(): Answers {
    return this.#base
  }

  /** Whether the server does not have everything yet. */
  get dirty(): boolean {
    return !sameAnswers(this.#state.answers, this.#base)
  }

  #show(change: Partial<DraftState>): void {
    this.#state = { ...this.#state, ...change }
    for (const listener of this.#listeners) listener()
  }

  #keepLocally(): void {
    this.#local.write(this.#id, { answers: this.#state.answers, base: this.#base, base_version: this.#baseVersion, at: Date.now() })
  }

  /** Takes an answer. It is on this device when this returns. */
  set(fieldId: string, answer: Answer): void {
    this.change((answers) => ({ ...answers, [fieldId]: answer }))
  }

  /** Changes several answers as one. */
  change(change: (answers: Answers) => Answers): void {
    if (this.#state.mark === 'closed') return
    const conflict = this.#state.mark === 'conflict'
    this.#show({ answers: change(this.#state.answers), mark: conflict ? 'conflict' : this.#onItsWay })
    this.#keepLocally()
    if (!conflict) this.#plan(SAVE_AFTER_MS)
  }

  /** The delay counts from the first unsaved change: someone who never stops typing is saved all the same. */
  #plan(delay: number): void {
    this.#timer ??= setTimeout(() => void this.flush(), delay)
  }

  /** Saves now what is not saved. Resolves when it is, or when it cannot be for now; never rejects. */
  async flush(): Promise<void> {
    clearTimeout(this.#timer)
    this.#timer = undefined
    if (this.#saving) {
      await this.#saving
      return this.flush()
    }
    if (!this.dirty || this.#state.mark === 'conflict' || this.#state.mark === 'closed') {
      if (!this.dirty && (this.#state.mark === 'saving' || this.#state.mark === 'waiting')) this.#settle()
      return
    }
    this.#saving = this.#save(this.#state.answers).finally(() => {
      this.#saving = undefined
    })
    await this.#saving
  }

  /** Everything typed is on the server. */
  #settle(): void {
    this.#local.remove(this.#id)
    this.#show({ mark: 'saved' })
  }

  async #save(sent: Answers): Promise<void> {
    this.#show({ mark: this.#onItsWay })
    try {
      const saved = await this.#source.save(sent, this.#baseVersion)
      this.#failures = 0
      this.#base = sent
      this.#baseVersion = saved.draft_version
      if (this.#closed) return
      if (!this.dirty) return this.#settle()
      this.#keepLocally()
      this.#show({ mark: 'saving' })
      this.#plan(SAVE_AFTER_MS)
    } catch (error) {
      if (!this.#closed) await this.#failed(error)
    }
  }

  /** The mark of what is not saved yet: while the server cannot be reached, every try would only make it flicker. */
  get #onItsWay(): SaveMark {
    return this.#failures > 0 ? 'waiting' : 'saving'
  }

  /** It may have become so while something was awaited. */
  get #closed(): boolean {
    return this.#state.mark === 'closed'
  }

  async #failed(error: unknown): Promise<void> {
    if (isApiError(error, 'section_locked') || isApiError(error, 'not_found')) {
      this.#show({ mark: 'closed' })
      return
    }
    if (isApiError(error, 'stale')) {
      try {
        this.#meet(await this.#source.load())
        return
      } catch {
        // Not reachable just now: like any other failure.
      }
    }
    this.#show({ mark: 'waiting' })
    this.#plan(Math.min(RETRY_FIRST_MS * 2 ** this.#failures, RETRY_MAX_MS))
    this.#failures += 1
  }

  /** Another device saved meanwhile: where the two disagree, the person decides. */
  #meet(server: ServerDraft): void {
    if (sameAnswers(this.#state.answers, server.answers)) {
      this.#standOn(server)
      this.#settle()
      return
    }
    // Until the person has chosen, what is kept here stands on the old draft: a reopened form must meet the new one again.
    this.#met = server
    this.#show({ mark: 'conflict', theirs: server.answers })
    this.#keepLocally()
  }

  #standOn(server: ServerDraft): void {
    this.#base = server.answers
    this.#baseVersion = server.draft_version
    this.#sectionVersion = server.version
    this.#met = undefined
  }

  /** Ends a conflict with the answers that were chosen, and saves them. */
  resolve(answers: Answers): void {
    if (this.#met) this.#standOn(this.#met)
    this.#show({ answers, theirs: undefined, mark: 'saving' })
    this.#keepLocally()
    void this.flush()
  }

  /** Takes over what was read from the server, unless something here is not saved: that meets it when it is saved. */
  receive(server: ServerDraft): void {
    const newer = server.version !== this.#sectionVersion || server.draft_version > this.#baseVersion
    if (!newer || this.dirty || this.#saving || this.#closed) return
    this.#standOn(server)
    this.#show({ answers: server.answers, mark: server.draft_version > 0 ? 'saved' : 'none', theirs: undefined })
  }

  /** Stops without letting go: what is not saved stays on this device, for the next visit. */
  stop(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    this.#show({ mark: 'closed' })
  }

  /** Lets go of the draft: the section was submitted. */
  close(): void {
    this.stop()
    this.#local.remove(this.#id)
  }
}
