import type { Preferences } from './preferences.ts'

/** Values of preferences that screens need without the schemas. */

export const TONES = ['gentle', 'neutral', 'firm'] as const
export type Tone = (typeof TONES)[number]

export const NO_PREFERENCES: Preferences = {
  never: false,
  hold: null,
  not_before: null,
  quiet: [],
  times: [],
  max: null,
  only_on: null,
  every: null,
  tone: { before: 'neutral', after: 'neutral' },
  first: [],
  not_for: [],
  until_received: [],
  parts: [],
}
