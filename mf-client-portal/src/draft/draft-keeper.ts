import { isApiError, retryDelay } from '@portal/sdk'
import { isSectionClosed } from '../section/is-section-closed.ts'
import { applyChanges, fingerprint, mergeDrafts, rememberSent, sameAnswers } from './differences.ts'
import type { DraftAnswer, DraftAnswers } from './draft-answers.ts'
import type { DraftSource, SaveStatus, ServerDraft } from './draft-state.ts'
import { DraftStore } from './draft-store.ts'
import type { LocalDrafts, TabChange } from './local-drafts.ts'
import { removeMovedFields } from './moved-fields.ts'
import { type ReplacedAnswer, replacedAnswers } from './replaced-answers.ts'
import { SaveTimer } from './save-timer.ts'

/** Delay between the first unsaved keystroke and saving, in ms. */
export const SAVE_AFTER_MS = 800
/** Delay before this tab saves what was typed in another tab, which normally saves it itself. */
const TAKE_OVER_AFTER_MS = 5_000
/** Delay before the first retry of a failed save, in ms; doubles with each failure. */
const FIRST_RETRY_MS = 2_000

/**
 * Keeps the draft of a section (its written answers; uploaded files are stored separately): on this device at every
 * keystroke, on the server within a second. It outlives the form. Changes of another device are never overwritten: if
 * only one side changed a field, both are merged; otherwise the status is `conflict` until `resolve`.
 */
export class DraftKeeper extends DraftStore {
  readonly #id: string
  readonly #source: DraftSource
  readonly #local: LocalDrafts
  readonly #timer = new SaveTimer(() => void this.flush())
  /** The last known draft on the server. */
  #server: ServerDraft
  /** The questions that the answers are for, and their files. */
  #shown: Pick<ServerDraft, 'fields' | 'files'>
  /** What another device saved, until the client has decided. */
  #conflicting: ServerDraft | undefined
  #sent: string[] = []
  #saving: Promise<void> | undefined
  #failures = 0
  /** The status of unsaved answers after the last failure. */
  #failed: 'waiting' | 'full' = 'waiting'
  /** Whether the browser keeps unsaved answers. */
  #isKept = true

  constructor(id: string, server: ServerDraft, source: DraftSource, local: LocalDrafts) {
    super({ answers: server.answers, status: server.draft_version > 0 ? 'saved' : 'none', replaced: [] })
    this.#id = id
    this.#source = source
    this.#local = local
    this.#server = server
    this.#shown = server
    this.#restore(server)
    // The workform may have been edited since the last visit.
    this.#followFields(server)
  }

  /** Restores what an earlier visit on this device did not save. */
  #restore(server: ServerDraft): void {
    const stored = this.#local.read(this.#id)
    if (!stored) return
    this.#server = { ...server, answers: stored.base, draft_version: stored.base_version }
    this.#sent = stored.sent ?? []
    this.update({ answers: stored.answers, status: 'waiting' })
    if (stored.base_version === server.draft_version) this.#timer.schedule(0)
    else this.#reconcile(server)
  }

  /** Returns the answers that the draft is based on. */
  get base(): DraftAnswers {
    return this.#server.answers
  }

  /** Whether there are unsaved answers. */
  get dirty(): boolean {
    return !sameAnswers(this.state().answers, this.#server.answers)
  }

  /** Whether a draft version is known already, or is the result of a running save. */
  isKnown(version: number): boolean {
    return this.#saving !== undefined || version <= (this.#conflicting ?? this.#server).draft_version
  }

  #keepLocally(): void {
    const { answers: base, draft_version: base_version } = this.#server
    const { answers } = this.state()
    this.#isKept = this.#local.write(this.#id, { answers, base, base_version, sent: this.#sent, at: Date.now() })
  }

  /** Sets an answer. It is stored on this device when this returns, unless the browser refuses. */
  set(fieldId: string, answer: DraftAnswer): void {
    if (this.closed) return
    const status = this.state().status === 'conflict' ? 'conflict' : this.#unsavedStatus
    this.update({ answers: { ...this.state().answers, [fieldId]: answer }, status })
    this.#keepLocally()
    if (status !== 'conflict') this.#timer.schedule(SAVE_AFTER_MS)
  }

  /** Saves unsaved answers now. Resolves when they are saved or cannot be for now; never rejects. */
  async flush(): Promise<void> {
    this.#timer.cancel()
    if (this.#saving) {
      await this.#saving
      return this.flush()
    }
    if (this.closed || this.state().status === 'conflict') return
    if (!this.dirty) {
      if (['saving', 'waiting', 'unkept', 'full'].includes(this.state().status)) this.#finish()
      return
    }
    this.#saving = this.#save(this.state().answers).finally(() => {
      this.#saving = undefined
    })
    await this.#saving
  }

  /** Records that everything is saved. */
  #finish(status: SaveStatus = 'saved'): void {
    this.#timer.cancel()
    this.#local.remove(this.#id)
    this.update({ status, theirs: undefined, disputed: undefined })
  }

  async #save(sent: DraftAnswers): Promise<void> {
    this.update({ status: this.#unsavedStatus })
    // If the response is lost, the saved draft must not look like another device's.
    this.#sent = rememberSent(this.#sent, sent)
    this.#keepLocally()
    try {
      const saved = await this.#source.save(sent, this.#server.draft_version)
      this.#failures = 0
      this.#rebase({ ...this.#server, answers: sent, draft_version: saved.draft_version })
      if (!this.closed) this.#saveRest()
    } catch (error) {
      if (!this.closed) await this.#onFailure(error)
    }
  }

  /** Makes `server` the base of further changes. */
  #rebase(server: ServerDraft): void {
    this.#server = server
    this.#conflicting = undefined
    this.#sent = []
  }

  /** Saves the remaining changes, if any. */
  #saveRest(status?: SaveStatus): void {
    if (!this.dirty) return this.#finish(status)
    this.update({ status: 'saving', theirs: undefined, disputed: undefined })
    this.#keepLocally()
    this.#timer.schedule(SAVE_AFTER_MS)
  }

  /** Returns the status of unsaved answers; it does not flicker with each retry while saving fails. */
  get #unsavedStatus(): SaveStatus {
    if (this.#failures === 0) return 'saving'
    return this.#failed === 'waiting' && !this.#isKept ? 'unkept' : this.#failed
  }

  async #onFailure(error: unknown): Promise<void> {
    if (isSectionClosed(error)) {
      this.update({ status: 'closed' })
      return
    }
    if (isApiError(error, 'stale')) {
      try {
        this.#reconcile(await this.#source.load())
        return
      } catch {
        // Unreachable: handle it like any other failure.
      }
    }
    this.#failed = isApiError(error, 'storage_limit') ? 'full' : 'waiting'
    this.#timer.schedule(retryDelay(this.#failures, undefined, { firstMs: FIRST_RETRY_MS }))
    this.#failures += 1
    this.update({ status: this.#unsavedStatus })
  }

  /** Merges a newer server draft. If both sides changed a field, the client decides. */
  #reconcile(server: ServerDraft): void {
    if (this.closed) return
    this.#followFields(server)
    if (this.#sent.includes(fingerprint(server.answers))) {
      // An earlier save of this device whose response was lost.
      this.#rebase(server)
      return this.#saveRest()
    }
    const { answers, disputed } = mergeDrafts(this.#server, this.state().answers, server)
    if (disputed.length === 0) {
      this.#rebase(server)
      this.update({ answers })
      return this.#saveRest('updated')
    }
    // Until the client decides, the stored draft keeps its old base: a reopened form must find the conflict again.
    this.#conflicting = server
    this.#timer.cancel()
    this.update({ answers, status: 'conflict', theirs: server.answers, disputed })
    this.#keepLocally()
  }

  /**
   * Follows an edit of the workform: lists the answers that it has replaced, removes fields that it moved to another
   * section, and moves their unsaved answers there.
   */
  #followFields({ fields, files }: ServerDraft): void {
    const { fields: before = fields, files: filesBefore } = this.#shown
    if (!fields || !before) return
    this.#shown = { fields, files }
    const { answers, replaced } = this.state()
    const found = replacedAnswers(before, fields, { ...answers, ...filesBefore })
    const isOther = ({ field }: ReplacedAnswer): boolean => found.every((other) => other.field.id !== field.id)
    if (found.length > 0) this.update({ replaced: [...replaced.filter(isOther), ...found] })
    const ids = fields.map(({ id }) => id)
    const remaining = removeMovedFields(ids, this.#server.answers, answers)
    if (!remaining) return
    if (remaining.moved) this.#source.moveAnswers?.(remaining.moved.before, remaining.moved.after)
    this.#server = { ...this.#server, answers: remaining.base }
    this.update({ answers: remaining.answers })
  }

  /** Forgets the answers that an edit of the workform has replaced: the client has seen them. */
  dismissReplaced(): void {
    this.update({ replaced: [] })
  }

  /** Adds unsaved answers of fields that were moved here from another section. */
  receiveMovedAnswers(before: DraftAnswers, after: DraftAnswers): void {
    if (this.closed) return
    const server = this.#conflicting ?? this.#server
    this.#server = { ...this.#server, answers: { ...this.#server.answers, ...before } }
    this.update({ answers: { ...this.state().answers, ...after } })
    this.#reconcile(server)
  }

  /** Ends a conflict with the chosen answers and saves them. */
  resolve(answers: DraftAnswers): void {
    if (this.#conflicting) this.#rebase(this.#conflicting)
    this.update({ answers, theirs: undefined, disputed: undefined, status: 'saving' })
    this.#keepLocally()
    void this.flush()
  }

  /** Takes over a draft that was read from the server. */
  receive(server: ServerDraft): void {
    const known = this.#conflicting ?? this.#server
    const newer = server.version > known.version || server.draft_version > known.draft_version
    if (!newer || this.#saving || this.closed) return
    this.#followFields(server)
    if (this.dirty || this.#conflicting) {
      if (server.draft_version === known.draft_version) this.#server = { ...this.#server, version: server.version }
      else this.#reconcile(server)
      return
    }
    const status = sameAnswers(server.answers, this.state().answers) ? this.state().status : 'updated'
    this.#rebase(server)
    this.update({ answers: server.answers, status: server.draft_version > 0 ? status : 'none' })
  }

  /** Takes over changes from another tab of this browser: same client, same device. */
  mergeFromTab({ before, after }: Pick<TabChange, 'before' | 'after'>): void {
    if (!after || this.closed || this.state().status === 'conflict') return
    const answers = applyChanges(before?.answers ?? after.base, after.answers, this.state().answers)
    if (sameAnswers(answers, this.state().answers)) return
    this.update({ answers, status: this.#unsavedStatus })
    this.#timer.schedule(TAKE_OVER_AFTER_MS)
  }

  /** Stops saving. Unsaved answers stay on this device for the next visit. */
  stop(): void {
    this.#timer.cancel()
    this.update({ status: 'closed' })
  }

  /** Deletes the draft: the section was submitted. */
  close(): void {
    this.stop()
    this.#local.remove(this.#id)
  }
}
