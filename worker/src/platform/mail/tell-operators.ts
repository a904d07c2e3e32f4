import { type Env, ownOrigin, settings } from '../../env.ts'
import { uuidv7 } from '../ids.ts'
import { composeMail } from './layout.ts'
import { transportFor } from './transport.ts'

/** Mails the operators which background work is failing. Bypasses the outbox, which may be what fails. */
export async function tellOperators(env: Env, names: readonly string[], error: string): Promise<void> {
  const config = settings(env)
  const origin = ownOrigin(config)
  const transport = transportFor(env, config)
  const send = (to: string) =>
    transport.send(
      uuidv7(),
      composeMail({
        to,
        allowLinks: true,
        subject: 'Background work is failing',
        lines: [
          `Background work at ${origin} has been failing: ${names.join(', ')}. The portal keeps retrying.`,
          `Last error: ${error}`,
        ],
        action: { label: 'Open the health check', url: `${origin}/api/health` },
      }),
    )
  // One of them is enough.
  if (config.OPERATORS.length > 0) await Promise.any(config.OPERATORS.map(send))
}
