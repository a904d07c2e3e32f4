import type { CodePurpose } from '@portal/contract/auth'
import { CODE_TTL_MS, SETUP_TOKEN_TTL_MS } from '@portal/contract/limits'
import { tabStore } from '@portal/sdk'

/**
 * The step of the wizard, for a tab that a phone discards while the user reads the mail. Neither
 * code nor password is stored. The setup token is stored while it is valid: it works once, and only
 * with this browser's HTTP-only cookie.
 */
export interface WizardState {
  purpose: CodePurpose
  email: string
  /** 1: code, 2: password. */
  step: 1 | 2
  token: string
  /** Time at which the step began, in ms since 1970. */
  at: number
}

const KEY = 'portal.client-auth.wizard'

/** Returns the stored step (of a purpose) while it is still valid. */
export function readWizard(purpose?: CodePurpose): WizardState | undefined {
  const state = tabStore.getJson(KEY) as WizardState | undefined
  if (!state || (purpose && state.purpose !== purpose)) return undefined
  const validMs = state.step === 1 ? CODE_TTL_MS : SETUP_TOKEN_TTL_MS
  return Date.now() - state.at < validMs ? state : undefined
}

/** Stores the current step. */
export function keepWizard(state: Omit<WizardState, 'at'>): void {
  tabStore.set(KEY, JSON.stringify({ ...state, at: Date.now() }))
}

/** Discards the stored step. */
export function forgetWizard(): void {
  tabStore.remove(KEY)
}
