import type { CodePurpose } from '@portal/contract/auth'
import { CODE_TTL_MS, SETUP_TOKEN_TTL_MS } from '@portal/contract/limits'

/**
 * Where the wizard is, for a tab that a phone drops while the mail is read. Neither code nor password is kept. The token of a checked code is,
 * for as long as it holds: it works once, and only together with the cookie of this browser, which no script can read.
 */
export interface WizardState {
  purpose: CodePurpose
  email: string
  /** At the code, or at the password. */
  step: 1 | 2
  token: string
  /** When it got there, in milliseconds. */
  at: number
}

const KEY = 'portal.client-auth.wizard'

/** Returns where the wizard (of a purpose) was left, as long as it can go on there. */
export function readWizard(purpose?: CodePurpose): WizardState | undefined {
  try {
    const state = JSON.parse(sessionStorage.getItem(KEY) ?? 'null') as WizardState | null
    if (!state || (purpose && state.purpose !== purpose)) return undefined
    const holds = state.step === 1 ? CODE_TTL_MS : SETUP_TOKEN_TTL_MS
    return Date.now() - state.at < holds ? state : undefined
  } catch {
    return undefined
  }
}

/** Keeps where the wizard is. */
export function keepWizard(state: Omit<WizardState, 'at'>): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify({ ...state, at: Date.now() }))
  } catch {
    // Without storage it begins anew after a reload.
  }
}

/** Forgets it: it is over, or begins anew. */
export function forgetWizard(): void {
  try {
    sessionStorage.removeItem(KEY)
  } catch {
    // Storage is forbidden: nothing is kept there.
  }
}
