import type { Answer, Answers } from '@portal/contract/fields'
import { isApiError, retryDelay } from '@portal/sdk'
import { carryOver, fingerprint, joinDrafts, only, remember, sameAnswer, sameAnswers, without } from './differences.ts'
import { type DraftSource, type DraftState, type SaveMark, type ServerDraft } from './draft-state.ts'
import type { LocalDrafts, Overheard } from './local-drafts.ts'

/** Wait between the first unsaved keystroke and its saving, in ms. */
export const SAVE_AFTER_MS = 800
/** What another tab types is its to save; only if it does not, this one does. */
const STEP_IN_AFTER_MS = 5_000
/** Delay before a failed save is tried again, in ms; doubles with each failure. */
const FIRST_RETRY_MS = 2_000

/**
 * Keeps the draft of one section (what was written; files have rows of their own): on this device at every keystroke, on the server
 * within a second. It lives on while the section is folded. What another device saved meanwhile is never overwritten: what only one
 * of the two changed is joined; where both said something else the mark becomes `conflict` until `resolve`.
 */
export class DraftKeeper {
  readonly #id: string
  readonly #source: DraftSource
  readonly #local: LocalDrafts
  readonly #listeners = new Set<() => void>()
  #state: DraftState
  /** What the server is known to have. */
  #server: ServerDraft
  /** What another device saved, while the person has not chosen yet. */
  #met: ServerDraft | undefined
  #sent: string[] = []
  #timer: ReturnType<typeof setTimeout> | undefined
  #saving: Promise<void> | undefined
  #failures = 0

  constructor(id: string, server: ServerDraft, source: DraftSource, local: LocalDrafts) {
    this.#id = id
    this.#source = source
    this.#local = local
    this.#server = server
    this.#state = { answers: server.answers, mark: server.draft_version > 0 ? 'saved' : 'none' }
    this.#resume(server)
  }

  /** Takes up what an earlier visit on this device could not hand over. */
  #resume(server: ServerDraft): void {
    const left = this.#local.read(this.#id)
    if (!left) return
    this.#server = { ...server, answers: left.base, draft_version: left.base_version }
    this.#sent = left.sent ?? []
    this.#state = { answers: left.answers, mark: 'waiting' }
    if (left.base_version === server.draft_version) this.#plan(0)
    else this.#meet(server)
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  readonly state = (): DraftState => this.#state
  readonly answer = (fieldId: string): Answer | undefined => this.#state.answers[fieldId]

  /** What the answers were typed onto: tells whose change it was. */
  get base(): Answers {
    return this.#server.answers
  }

  /** Whether the server does not have everything yet. */
  get dirty(): boolean {
    return !sameAnswers(this.#state.answers, this.#server.answers)
  }

  /** Whether news of a draft of this version is none: it is known, or on its way as the answer to a save. */
  knows(version: number): boolean {
    return this.#saving !== undefined || version <= (this.#met ?? this.#server).draft_version
  }

  #show(change: Partial<DraftState>): void {
    this.#state = { ...this.#state, ...change }
    for (const listener of this.#listeners) listener()
  }

  #keepLocally(): void {
    const { answers: base, draft_version: base_version } = this.#server
    this.#local.write(this.#id, { answers: this.#state.answers, base, base_version, sent: this.#sent, at: Date.now() })
  }

  /** Takes an answer. It is on this device when this returns. */
  set(fieldId: string, answer: Answer): void {
    if (this.#closed) return
    const conflict = this.#state.mark === 'conflict'
    this.#show({ answers: { ...this.#state.answers, [fieldId]: answer }, mark: conflict ? 'conflict' : this.#onItsWay })
    this.#keepLocally()
    if (!conflict) this.#plan(SAVE_AFTER_MS)
  }

  /** The delay counts from the first unsaved change: someone who never stops typing is saved all the same. */
  #plan(delay: number): void {
    this.#timer ??= setTimeout(() => void this.flush(), delay)
  }

  #unplan(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
  }

  /** Saves now what is not saved. Resolves when it is, or when it cannot be for now; never rejects. */
  async flush(): Promise<void> {
    this.#unplan()
    if (this.#saving) {
      await this.#saving
      return this.flush()
    }
    if (this.#closed || this.#state.mark === 'conflict') return
    if (!this.dirty) {
      if (this.#state.mark === 'saving' || this.#state.mark === 'waiting') this.#settle()
      return
    }
    this.#saving = this.#save(this.#state.answers).finally(() => {
      this.#saving = undefined
    })
    await this.#saving
  }

  /** Everything typed is on the server. */
  #settle(mark: SaveMark = 'saved'): void {
    this.#unplan()
    this.#local.remove(this.#id)
    this.#show({ mark, theirs: undefined, disputed: undefined })
  }

  async #save(sent: Answers): Promise<void> {
    this.#show({ mark: this.#onItsWay })
    // Should its answer be lost, what the server then has is not taken for another device's.
    this.#sent = remember(this.#sent, sent)
    this.#keepLocally()
    try {
      const saved = await this.#source.save(sent, this.#server.draft_version)
      this.#failures = 0
      this.#standOn({ ...this.#server, answers: sent, draft_version: saved.draft_version })
      if (!this.#closed) this.#goOn()
    } catch (error) {
      if (!this.#closed) await this.#failed(error)
    }
  }

  /** What is typed onto from now on. */
  #standOn(server: ServerDraft): void {
    this.#server = server
    this.#met = undefined
    this.#sent = []
  }

  /** Saves what is left to save, if anything is. */
  #goOn(mark?: SaveMark): void {
    if (!this.dirty) return this.#settle(mark)
    this.#show({ mark: 'saving', theirs: undefined, disputed: undefined })
    this.#keepLocally()
    this.#plan(SAVE_AFTER_MS)
  }

  /** The mark of what is not saved yet: while the server cannot be reached, every try would only make it flicker. */
  get #onItsWay(): SaveMark {
    return this.#failures > 0 ? 'waiting' : 'saving'
  }

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
    this.#plan(retryDelay(this.#failures, undefined, { firstMs: FIRST_RETRY_MS }))
    this.#failures += 1
  }

  /** The server has another draft than the one this was typed onto. Where the two disagree, the person decides. */
  #meet(server: ServerDraft): void {
    if (this.#closed) return
    this.#letMovedGo(server)
    if (this.#sent.includes(fingerprint(server.answers))) {
      // An earlier save of this very device, whose answer was lost.
      this.#standOn(server)
      return this.#goOn()
    }
    const { answers, disputed } = joinDrafts(this.#server, this.#state.answers, server)
    if (disputed.length === 0) {
      this.#standOn(server)
      this.#show({ answers })
      return this.#goOn('updated')
    }
    // Until the person has chosen, what is kept here stands on the old draft: a reopened form must meet the new one again.
    this.#met = server
    this.#unplan()
    this.#show({ answers, mark: 'conflict', theirs: server.answers, disputed })
    this.#keepLocally()
  }

  /** Lets go of fields that an edit has taken out of the section; what was typed into them and not saved goes where they are now. */
  #letMovedGo({ fields }: ServerDraft): void {
    const moved = fields ? Object.keys(this.#state.answers).filter((id) => !fields.includes(id)) : []
    if (moved.length === 0) return
    const { answers } = this.#state
    const base = this.#server.answers
    const unsaved = moved.filter((id) => !sameAnswer(answers[id], base[id]))
    if (unsaved.length > 0) this.#source.moveOut?.(only(base, unsaved), only(answers, unsaved))
    this.#server = { ...this.#server, answers: without(base, moved) }
    this.#show({ answers: without(answers, moved) })
  }

  /** Takes over what was typed, on top of `was`, into fields that were in another section then. */
  takeOver(was: Answers, now: Answers): void {
    if (this.#closed) return
    const server = this.#met ?? this.#server
    this.#server = { ...this.#server, answers: { ...this.#server.answers, ...was } }
    this.#show({ answers: { ...this.#state.answers, ...now } })
    this.#meet(server)
  }

  /** Ends a conflict with the answers that were chosen, and saves them. */
  resolve(answers: Answers): void {
    if (this.#met) this.#standOn(this.#met)
    this.#show({ answers, theirs: undefined, disputed: undefined, mark: 'saving' })
    this.#keepLocally()
    void this.flush()
  }

  /** Takes over what was read from the server. */
  receive(server: ServerDraft): void {
    const known = this.#met ?? this.#server
    const newer = server.version > known.version || server.draft_version > known.draft_version
    if (!newer || this.#saving || this.#closed) return
    this.#letMovedGo(server)
    if (this.dirty || this.#met) {
      if (server.draft_version === known.draft_version) this.#server = { ...this.#server, version: server.version }
      else this.#meet(server)
      return
    }
    const mark = sameAnswers(server.answers, this.#state.answers) ? this.#state.mark : 'updated'
    this.#standOn(server)
    this.#show({ answers: server.answers, mark: server.draft_version > 0 ? mark : 'none' })
  }

  /** Takes over what is typed in another tab of this browser: it is the same person's, on the same device. */
  overhear({ before, after }: Pick<Overheard, 'before' | 'after'>): void {
    if (!after || this.#closed || this.#state.mark === 'conflict') return
    const answers = carryOver(before?.answers ?? after.base, after.answers, this.#state.answers)
    if (sameAnswers(answers, this.#state.answers)) return
    this.#show({ answers, mark: this.#onItsWay })
    this.#plan(STEP_IN_AFTER_MS)
  }

  /** Stops without letting go: what is not saved stays on this device, for the next visit. */
  stop(): void {
    this.#unplan()
    this.#show({ mark: 'closed' })
  }

  /** Lets go of the draft: the section was submitted. */
  close(): void {
    this.stop()
    this.#local.remove(this.#id)
  }
}
