import { MONTHS } from '@portal/contract/dates'

const DAY_MS = 86_400_000
const hourOf = (at: Date): string => `${at.getHours() % 12 || 12} ${at.getHours() < 12 ? 'AM' : 'PM'}`
const dayOf = (at: Date): string => `${(MONTHS[at.getMonth()] ?? '').slice(0, 3)} ${at.getDate()}`

/** Formats a tick of a time axis: the hour for periods of up to two days, else the day. */
export const formatTick = (at: Date, period: number): string => (period <= 2 * DAY_MS ? hourOf(at) : dayOf(at))

/** Formats the start of a step: 'Nov 23, 3 PM'. */
export const formatStep = (at: number): string => `${dayOf(new Date(at))}, ${hourOf(new Date(at))}`
