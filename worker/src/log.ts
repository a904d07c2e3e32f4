/**
 * Writes one structured log line. Callers pass facts about the request or the system, never what a person typed: no names, no
 * addresses, no tokens, no answers.
 */
export function log(event: string, facts: Record<string, string | number | boolean | null | undefined>): void {
  console.log(JSON.stringify({ event, ...facts }))
}
