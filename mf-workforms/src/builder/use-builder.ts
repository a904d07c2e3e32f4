import { useCallback, useEffect, useReducer, useRef, useState } from 'react'
import { type BuilderWork, createDraftKeeper, readDraft } from './draft-keeper.ts'
import { blankDraft, isEmptyDraft } from './field-draft.ts'
import { type BuilderAction, builderReducer, type BuilderSeed, type BuilderState, initialState } from './state.ts'

export interface BuilderOptions {
  seed: BuilderSeed
  /** Storage key of the draft: 'new', 'edit-<id>', …; null keeps no draft. */
  place: string | null
  /** Version of the workform that is edited; null for a new one. */
  version: number | null
  /** Whether download-reupload fields are offered. */
  allowReupload: boolean
  /**
   * Which list of template file types applies. In the assign dialog a download-reupload field
   * requires a template.
   */
  templateScreen: 'assign' | 'workforms'
}

/**
 * Applies the input of the open field form. Returns null if it is invalid; the form then shows why.
 */
type CommitForm = () => BuilderState | null

/** Returns a new id for a field or a builder section. */
export const newId = (): string => crypto.randomUUID()

type Action = BuilderAction | { type: 'reset'; state: BuilderState }

const reducer = (state: BuilderState, action: Action): BuilderState =>
  action.type === 'reset' ? action.state : builderReducer(state, action)

/** Returns the initial state and the current state, which continues a draft if there is one. */
function restoreOrStart({ seed, place, version }: BuilderOptions) {
  const start = initialState(seed)
  const draft = place === null ? null : readDraft(place)
  if (!draft) return { start, state: start, pending: blankDraft(), version, restored: false }
  const { name, description, isTemplate, dueDays, sections } = draft
  const state = { ...start, name, description, isTemplate, dueDays, sections }
  return { start, state, pending: draft.pending ?? blankDraft(), version: draft.version ?? version, restored: true }
}

const differs = (a: BuilderState, b: BuilderState): boolean =>
  a.sections !== b.sections ||
  a.name !== b.name ||
  a.description !== b.description ||
  a.isTemplate !== b.isTemplate ||
  a.dueDays !== b.dueDays

/**
 * Holds a workform while it is built, and keeps a draft in the browser. Reads `options` only on
 * mount.
 */
export function useBuilder(options: BuilderOptions) {
  const [initial] = useState(() => restoreOrStart(options))
  const [place] = useState(options.place)
  const [state, dispatch] = useReducer(reducer, initial.state)
  const [pending, setPending] = useState(initial.pending)
  const [version, rebase] = useState(initial.version)
  const [restored, setRestored] = useState(initial.restored)
  const form = useRef<CommitForm | null>(null)
  const dirty = !isEmptyDraft(pending) || differs(state, initial.start)
  const keeper = useDraftKeeper(place, { state, pending, version, dirty })
  const setForm = useCallback((commitForm: CommitForm | null) => {
    form.current = commitForm
  }, [])
  const reset = useCallback(() => {
    setRestored(false)
    setPending(blankDraft())
    rebase(options.version)
    dispatch({ type: 'reset', state: initial.start })
  }, [options.version, initial])
  return {
    state,
    dispatch,
    /** Whether there is unsaved work. */
    dirty,
    /** The version that this work is based on. */
    version,
    rebase,
    /** Whether the work was restored from a draft. */
    restored,
    /** Input of the new field. */
    pending,
    setPending,
    /** Registers how the open field form is committed; null when it closes. */
    setForm,
    /** Commits the open form. Returns the state, or null if the form is invalid. */
    commitForm: (): BuilderState | null => (form.current ? form.current() : state),
    /** Discards all work and starts again from the seed. */
    reset,
    /** Deletes only the draft, after the work was saved or discarded. */
    discardDraft: keeper.discard,
    allowReupload: options.allowReupload,
    templateScreen: options.templateScreen,
  }
}

/** State and actions of a builder. */
export type Builder = ReturnType<typeof useBuilder>

/** Keeps the draft up to date. */
function useDraftKeeper(place: string | null, work: BuilderWork) {
  const [keeper] = useState(() => createDraftKeeper(place))
  const { state, pending, version, dirty } = work
  useEffect(() => keeper.update({ state, pending, version, dirty }), [state, pending, version, dirty, keeper])
  useEffect(() => {
    window.addEventListener('pagehide', keeper.save)
    return () => window.removeEventListener('pagehide', keeper.save)
  }, [keeper])
  return keeper
}
