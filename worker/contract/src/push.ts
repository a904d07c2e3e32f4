import * as z from 'zod'
import { ALL_PUSH_KINDS } from './push-kinds.ts'
import { PUSH_ENDPOINT_MAX } from './limits.ts'

/** Schemas of push subscriptions and of the kinds of news that they announce. */

/** Returns the schema of a number of bytes in base64url without padding. */
const bytes = (length: number, example: string) =>
  z
    .string()
    .regex(new RegExp(`^[\\w-]{${Math.ceil((length * 4) / 3)}}$`))
    .meta({ examples: [example] })

/** A browser's push subscription, as `PushSubscription.toJSON()` returns it. */
export const PushSubscription = z.object({
  /** Address of the browser's push service. */
  endpoint: z
    .string()
    .min(1)
    .max(PUSH_ENDPOINT_MAX)
    .meta({ examples: ['https://updates.push.services.mozilla.com/wpush/v2/gAAAAA'] }),
  keys: z.object({
    /** The browser's public key: an uncompressed P-256 point. */
    p256dh: bytes(65, 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4'),
    auth: bytes(16, 'BTBZMqHH6r4Tts7J_aSIgg'),
  }),
})
export type PushSubscription = z.infer<typeof PushSubscription>

export const PushSetting = z.object({ kind: z.enum(ALL_PUSH_KINDS), on: z.boolean() })
export type PushSetting = z.infer<typeof PushSetting>

/** Push as it is set up for the signed-in user and this session. */
export const PushSettings = z.object({
  /** The portal's public key, to subscribe with; null if the portal offers no push. */
  public_key: z.string().nullable(),
  /** The address that this session is subscribed with; null if it is not. */
  endpoint: z.string().nullable(),
  /** One setting for each kind of news of the user's role, for all their devices. */
  items: z.array(PushSetting),
})
export type PushSettings = z.infer<typeof PushSettings>
