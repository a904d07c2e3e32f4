import { type Dispatch, useCallback, useEffect, useReducer, useRef, useState } from 'react'
import { createKeeper, type Keeper } from './draft-keeper.ts'
import { draftKey, readDraft } from './draft-store.ts'
import { blankDraft, type FieldDraft, isBlank } from './field-draft.ts'
import { type BuilderAction, builderReducer, type BuilderSeed, type BuilderState, initialState } from './state.ts'

export interface BuilderOptions {
  seed: BuilderSeed
  /** Where unsaved work is kept: 'new', 'edit-<id>', …; null keeps none. */
  place: string | null
  /** The version of the stored workform that is edited; null for a new one. */
  version: number | null
  /** Whether download-reupload fields are offered. */
  allowReupload: boolean
  /** Whose list of template file types holds. In the assign dialog a download-reupload field needs its template. */
  templateScreen: 'assign' | 'workforms'
}

/** Takes over what was typed into a form of a field. Null where it is not valid; the form then says why. */
type Settle = () => BuilderState | null

/** A builder at work. */
export interface Builder extends Pick<BuilderOptions, 'allowReupload' | 'templateScreen'> {
  state: BuilderState
  dispatch: Dispatch<BuilderAction>
  /** Whether there is work that is not saved. */
  dirty: boolean
  /** The version this work is based on. */
  version: number | null
  /** Bases the work on another version, as after a conflict. */
  rebase: (version: number) => void
  /** Whether this is work that an earlier tab left behind. */
  restored: boolean
  /** The new field as far as it is typed. */
  pending: FieldDraft
  setPending: (change: (draft: FieldDraft) => FieldDraft) => void
  /** The form of a field that is open says how its content is taken over; null when it closes. */
  setForm: (settle: Settle | null) => void
  /** The state with what the open form holds, or null where that is not valid. */
  settle: Settle
  /** Forgets all unsaved work and starts again from the seed. */
  reset: () => void
  /** Forgets the kept copy only: the work is saved, or given up. */
  forget: () => void
}

/** A new id: of a field, or of a section while it is built. */
export const newId = (): string => crypto.randomUUID()

type Action = BuilderAction | { type: 'reset'; state: BuilderState }

const reducer = (state: BuilderState, action: Action): BuilderState =>
  action.type === 'reset' ? action.state : builderReducer(state, action)

/** What the work starts from, and where it stands: further, where an earlier tab left something behind. */
function beginning({ seed, place, version }: BuilderOptions) {
  const start = initialState(seed)
  const left = place === null ? null : readDraft(draftKey(place))
  if (!left) return { start, state: start, pending: blankDraft(), version, restored: false }
  const { name, description, isTemplate, sections } = left
  const state = { ...start, name, description, isTemplate, sections }
  return { start, state, pending: left.pending ?? blankDraft(), version: left.version ?? version, restored: true }
}

const differs = (a: BuilderState, b: BuilderState): boolean =>
  a.sections !== b.sections || a.name !== b.name || a.description !== b.description || a.isTemplate !== b.isTemplate

/** Holds a workform while it is built, and keeps a copy of unsaved work in the browser. `options` count when it mounts. */
export function useBuilder(options: BuilderOptions): Builder {
  const [begun] = useState(() => beginning(options))
  const [place] = useState(options.place)
  const [state, dispatch] = useReducer(reducer, begun.state)
  const [pending, setPending] = useState(begun.pending)
  const [version, rebase] = useState(begun.version)
  const [restored, setRestored] = useState(begun.restored)
  const form = useRef<Settle | null>(null)
  const dirty = !isBlank(pending) || differs(state, begun.start)
  const keeper = useKeeper(place, { state, pending, version, dirty })
  const setForm = useCallback((settle: Settle | null) => {
    form.current = settle
  }, [])
  const reset = useCallback(() => {
    setRestored(false)
    setPending(blankDraft())
    rebase(options.version)
    dispatch({ type: 'reset', state: begun.start })
  }, [options.version, begun])
  return {
    state,
    dispatch,
    dirty,
    version,
    rebase,
    restored,
    pending,
    setPending,
    setForm,
    settle: () => (form.current ? form.current() : state),
    reset,
    forget: keeper.forget,
    allowReupload: options.allowReupload,
    templateScreen: options.templateScreen,
  }
}

/** Keeps the copy in step with the work. */
function useKeeper(place: string | null, work: Parameters<Keeper['note']>[0]): Keeper {
  const [keeper] = useState(() => createKeeper(place))
  const { state, pending, version, dirty } = work
  useEffect(() => keeper.note({ state, pending, version, dirty }), [state, pending, version, dirty, keeper])
  useEffect(() => {
    window.addEventListener('pagehide', keeper.save)
    return () => {
      window.removeEventListener('pagehide', keeper.save)
      keeper.save()
    }
  }, [keeper])
  return keeper
}
