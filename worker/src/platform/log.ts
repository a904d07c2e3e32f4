/**
 * Writes a structured log entry with its time in UTC. Fields must not contain anything that a person typed: no names,
 * addresses, tokens or answers.
 */
export function log(event: string, fields: Record<string, string | number | boolean | null | undefined>): void {
  console.log(JSON.stringify({ event, at: new Date().toISOString(), ...fields }))
}
