/** A mailed link of which a component test proves that it does nothing before its button is pressed. */
interface PressedLink {
  /** The endpoint that uses the link. */
  path: string
  answer: object
  button: string
  /** What the page says afterwards. */
  done: string | RegExp
}

/** These links by purpose, which is also their search parameter. */
export const PRESSED_LINKS: Readonly<Record<string, PressedLink>> = {
  confirm: {
    path: 'auth/confirm',
    answer: { ok: true },
    button: 'Confirm email address',
    done: 'Your email is confirmed. You can sign in now.',
  },
  'reply-to': {
    path: 'firm-mail/reply-to/confirm',
    answer: { ok: true },
    button: 'Confirm address for replies',
    done: /^The address is confirmed/,
  },
  approve: {
    path: 'auth/approve',
    answer: { email: 'ann@x.example' },
    button: 'Approve sign-up',
    done: /^ann@x.example is approved/,
  },
}
