/**
 * Returns a time on the clock of this machine, as short as possible: '14:03' for today, 'Mon 23 Nov 14:03', or 'Mon 23
 * Nov 2025 14:03' in another year.
 */
export function localTime(time: Date | string, now = new Date()): string {
  const at = new Date(time)
  const [weekday, month, day, year] = at.toDateString().split(' ')
  const clock = at.toTimeString().slice(0, 5)
  if (at.toDateString() === now.toDateString()) return clock
  return [weekday, Number(day), month, ...(at.getFullYear() === now.getFullYear() ? [] : [year]), clock].join(' ')
}
