/**
 * Writes one structured log line, with its time in UTC. Callers pass facts about the request or the system, never what a person typed: no names, no
 * addresses, no tokens, no answers.
 */
export function log(event: string, facts: Record<string, string | number | boolean | null | undefined>): void {
  console.log(JSON.stringify({ event, at: new Date().toISOString(), ...facts }))
}
