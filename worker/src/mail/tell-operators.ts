import { type Env, ownOrigin, settings } from '../env.ts'
import { uuidv7 } from '../ids.ts'
import { composeMail } from './layout.ts'
import { transportFor } from './transport.ts'

/** Mails the operators which background work is failing: at once, because the lane of mail may be among it. */
export async function tellOperators(env: Env, lanes: readonly string[], error: string): Promise<void> {
  const config = settings(env)
  const origin = ownOrigin(config)
  const transport = transportFor(env, config)
  const send = (to: string) =>
    transport.send(
      uuidv7(),
      composeMail({
        to,
        subject: 'Background work of the portal is failing',
        lines: [
          `Failing: ${lanes.join(', ')}. The portal at ${origin} tries again at least every 30 seconds.`,
          `The last error: ${error}`,
        ],
        action: { label: 'Open the health check', url: `${origin}/api/health` },
      }),
    )
  await Promise.all(config.OPERATORS.map(send))
}
