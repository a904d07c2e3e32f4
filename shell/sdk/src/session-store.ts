import type { Session, SessionUser } from '@portal/contract/auth'
import { isObject } from '@portal/contract/is-object'
import { atom, getDefaultStore, useAtomValue } from 'jotai'
import { localStore } from './browser-store.ts'

/**
 * Why a session changed. `ended`: the server has ended it; `elsewhere`: another tab has changed it;
 * `switched`: the same client now acts for another bookkeeper.
 */
export type SessionChange = 'signed-in' | 'signed-out' | 'refreshed' | 'ended' | 'elsewhere' | 'switched'

/** Key of the session in local storage. */
export const SESSION_KEY = 'portal.session'

const isSession = (v: unknown): v is Session =>
  isObject(v) && 'access_token' in v && 'expires_at' in v && isObject(v['user'])

function inLocalStorage(): Session | null {
  const value = localStore.getJson(SESSION_KEY)
  return isSession(value) ? value : null
}

/**
 * A cookie with the idempotency key of the next refresh. It exists from the start of a refresh until the session is
 * stored. So if there is no stored session, a start has to ask the server for it.
 */
const REPEAT = 'portal_session_repeat='

export const repeatKey = (): string | undefined => document.cookie.split(REPEAT)[1]?.split(';')[0]

export function setRepeatKey(key: string): void {
  document.cookie = `${REPEAT}${key}; path=/; samesite=strict; max-age=${key ? 31536000 : -1}`
}

/** Whether the session survives a reload. */
let isKept = true
export const isSessionKept = (): boolean => isKept

/** Stores the session for all tabs; null removes it. */
function storeSession(session: Session | null): void {
  const isStored = !session || localStore.set(SESSION_KEY, JSON.stringify(session))
  // The cookie comes first: it tells the other tabs why the session is removed.
  setRepeatKey(isStored ? '' : (repeatKey() ?? crypto.randomUUID()))
  // An older session, perhaps of someone else, would count after a reload.
  if (!session || !isStored) localStore.remove(SESSION_KEY)
  isKept = isStored || repeatKey() !== undefined
}

type Listener = (session: Session | null, change: SessionChange) => void

const store = getDefaultStore()
const listeners = new Set<Listener>()

/**
 * The session of this tab, or null. Read it with `useSession()`; change it with `signIn` and
 * `signOut` only.
 */
export const sessionAtom = atom<Session | null>(inLocalStorage())

/** Returns the current session, outside of React. */
export function currentSession(): Session | null {
  return store.get(sessionAtom)
}

/** Returns the session of the browser, which another tab may have changed: that of this tab if it is not stored. */
export function storedSession(): Session | null {
  const own = currentSession()
  const isOnlyHere = !own?.guest && (!isKept || repeatKey() !== undefined)
  return inLocalStorage() ?? (isOnlyHere ? own : null)
}

/** Returns the session, or null; re-renders when it changes. */
export function useSession(): Session | null {
  return useAtomValue(sessionAtom, { store })
}

let lastUser = currentSession()?.user

/**
 * Returns the signed-in user. After the session has ended, a screen that is being left still gets
 * the last user. Throws if no user has been signed in.
 */
export function useUser(): SessionUser {
  const user = useSession()?.user ?? lastUser
  if (!user) throw new Error('useUser() needs a session')
  return user
}

/** Calls `listener` after every change of the session. Returns a cleanup function. */
export function onSessionChange(listener: Listener): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function announce(session: Session | null, change: SessionChange): void {
  lastUser = session?.user ?? lastUser
  store.set(sessionAtom, session)
  for (const listener of listeners) listener(session, change)
}

/**
 * Sets the session of all tabs (null signs out) and announces why. A guest session lives in this tab
 * only: what the other tabs have stays as it is.
 */
export function setSession(session: Session | null, change: SessionChange): void {
  const isGuest = (session ?? currentSession())?.guest !== undefined
  if (!isGuest) storeSession(session)
  announce(session, change)
}

/** Adopts the session that another tab has stored. Returns the current session. */
export function adoptStored(): Session | null {
  const stored = storedSession()
  const own = currentSession()
  if (own?.guest) return own
  if (stored?.access_token === own?.access_token) return own
  announce(stored, changeBetween(own, stored))
  return stored
}

/** Returns what replacing `before` with `after` means for the screen. */
export function changeBetween(before: Session | null, after: Session | null): SessionChange {
  if (!before || !after || before.user.id !== after.user.id) return 'elsewhere'
  return before.user.client_id === after.user.client_id ? 'refreshed' : 'switched'
}
