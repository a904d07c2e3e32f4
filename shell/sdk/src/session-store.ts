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

/** Returns the session in local storage, which another tab may have changed. */
export function storedSession(): Session | null {
  const value = localStore.getJson(SESSION_KEY)
  return isSession(value) ? value : null
}

/** A cookie that says: the browser does not store the session, so a start has to ask the server for it. */
const NOT_STORED = 'portal_session_not_stored=1'

/** Returns whether a start has to ask the server for the session. */
export const isSessionInCookie = (): boolean => document.cookie.includes(NOT_STORED)

/** Whether the session survives a reload. */
let isKept = true
export const isSessionKept = (): boolean => isKept

/** Stores the session for all tabs; null removes it. */
function storeSession(session: Session | null): void {
  const isStored = !session || localStore.set(SESSION_KEY, JSON.stringify(session))
  if (!session) localStore.remove(SESSION_KEY)
  document.cookie = `${NOT_STORED}; path=/; samesite=strict; max-age=${isStored ? 0 : 31536000}`
  isKept = isStored || isSessionInCookie()
}

type Listener = (session: Session | null, change: SessionChange) => void

const store = getDefaultStore()
const listeners = new Set<Listener>()

/**
 * The session of this tab, or null. Read it with `useSession()`; change it with `signIn` and
 * `signOut` only.
 */
export const sessionAtom = atom<Session | null>(storedSession())

/** Returns the current session, outside of React. */
export function currentSession(): Session | null {
  return store.get(sessionAtom)
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
