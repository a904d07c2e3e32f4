import type { Preferences, ReminderTimes } from './preferences.ts'

/** Combines preferences. Separate from their schemas, so that screens do not load zod. */

const later = (a: string | null, b: string | null): string | null => (a === null || (b !== null && b > a) ? b : a)
const smaller = (a: number | null, b: number | null): number | null => (a === null || (b !== null && b < a) ? b : a)
const larger = (a: number | null, b: number | null): number | null => (a === null || (b !== null && b > a) ? b : a)
const union = <T>(a: readonly T[], b: readonly T[]): T[] => [
  ...new Map([...a, ...b].map((item) => [JSON.stringify(item), item])).values(),
]

const WEEKDAYS = [0, 1, 2, 3, 4, 5, 6]

/** Joins times that overlap, so that a list cannot grow with each list that it is combined with. */
function joinTimes(times: readonly ReminderTimes[]): ReminderTimes[] {
  const windows = WEEKDAYS.flatMap((day) =>
    times
      .filter(({ weekdays }) => weekdays.includes(day))
      .toSorted((a, b) => (a.from < b.from ? -1 : 1))
      .reduce<{ day: number; from: string; until: string }[]>((joined, { from, until }) => {
        const last = joined.at(-1)
        if (!last || from > last.until) joined.push({ day, from, until })
        else if (until > last.until) last.until = until
        return joined
      }, []),
  )
  return [...Map.groupBy(windows, ({ from, until }) => `${from} ${until}`).values()].flatMap(([first, ...others]) =>
    first ? [{ weekdays: [first, ...others].map(({ day }) => day), from: first.from, until: first.until }] : [],
  )
}

/** Returns the times that two lists have in common, or null when there are none. Empty lists have no restriction. */
export function commonTimes(a: readonly ReminderTimes[], b: readonly ReminderTimes[]): ReminderTimes[] | null {
  if (a.length === 0 || b.length === 0) return joinTimes([...a, ...b])
  const common = a.flatMap((x) =>
    b.flatMap((y) => {
      const weekdays = x.weekdays.filter((day) => y.weekdays.includes(day))
      const from = x.from > y.from ? x.from : y.from
      const until = x.until < y.until ? x.until : y.until
      return weekdays.length > 0 && from < until ? [{ weekdays, from, until }] : []
    }),
  )
  return common.length > 0 ? joinTimes(common) : null
}

function commonDays(a: string[] | null, b: string[] | null): string[] | null {
  if (a === null || b === null) return a ?? b
  return a.filter((day) => b.includes(day))
}

/** Combines two preferences so that a reminder is sent only if both allow it. Tone and order are those of `own`. */
export function mergePreferences(own: Preferences, defaults: Preferences): Preferences {
  const times = commonTimes(own.times, defaults.times)
  const onlyOn = commonDays(own.only_on, defaults.only_on)
  return {
    never: own.never || defaults.never || times === null || onlyOn?.length === 0,
    hold: own.hold ?? defaults.hold,
    not_before: later(own.not_before, defaults.not_before),
    quiet: union(own.quiet, defaults.quiet),
    times: times ?? [],
    max: smaller(own.max, defaults.max),
    only_on: onlyOn?.length === 0 ? null : onlyOn,
    every: larger(own.every, defaults.every),
    tone: {
      before: own.tone.before === 'neutral' ? defaults.tone.before : own.tone.before,
      after: own.tone.after === 'neutral' ? defaults.tone.after : own.tone.after,
    },
    first: union(own.first, defaults.first),
    not_for: union(own.not_for, defaults.not_for),
    until_received: union(own.until_received, defaults.until_received),
    parts: union(own.parts, defaults.parts),
  }
}
