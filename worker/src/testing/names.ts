/** Names that people sign up with, and that clients are created with. All are accepted. */

/** Names that would be links in a mail. */
export const PHISHING_NAMES = [
  'Refund at paypal-help.support',
  'Win at https://evil.example',
  'www.evil.example',
  'Your PayPal evil.com',
  'x.zip/now',
  'HTTP://LOCALHOST/refund',
  'ftp:\\\\evil',
  'help@paypal.com',
  'write to refund＠paypal．com',
  'paypal。com',
  'paypal․com',
  'paypal﹒com',
  'paypal⒈com',
  'pay\u200bpal.\u200bcom',
  'paypal.\u202ecom',
  'i❤.ws',
  'evil.ⓒⓞⓜ',
  'bücher.москва',
  'evil.xn--p1ai',
  '192.168.1.1:8080',
  'tel:+15550100',
  'mailto:refund@localhost',
  '\\\\evil\\share',
  '\\\u202d\\evil',
  's3://evil',
  'paypal\ufdd0.\ufdd0com',
  'evil.com.',
  '(evil.com)',
] as const

/** Names of people and firms that a rule against links could refuse. */
export const REAL_NAMES = [
  'J.de Vries',
  'Bench.co Accounting',
  'Dr. Ann-Marie O’Neil Jr.',
  'St.John Smith',
  'A.B. Larsson & Co. KG',
  'No. 5',
  'Booking.com',
  'Amazon.com, Inc.',
  'will.i.am',
  'Yahoo! Inc.',
  'Node.js Consulting',
  'e.l.f. Cosmetics',
  'J.R.R. Tolkien',
  'Studio 54/56',
  '.NET Experts',
  'S.A.S. Dupont: Père & Fils',
  'Müller-Lüdenscheidt u.a.',
  '株式会社。山田',
] as const

/**
 * Returns the parts of a text that some mail program could make a link of, also with compatible characters, which
 * browsers replace. Finds more than any of them.
 */
export function possibleLinks(text: string): string[] {
  const inHost = '[\\p{L}\\p{N}\\p{M}\\p{S}\\p{Cf}_-]'
  const patterns = [
    new RegExp(`${inHost}+[.․。．｡]${inHost}+`, 'gu'),
    /\S*:[\\/]\S*/gu,
    /www\.\S+/giu,
    /\S+[@＠﹫]\S+/gu,
    /\b[a-z]{3,}:[^\s\d]\S*/giu,
    /\b(?:tel|sms|callto):\S+/giu,
    /\\\\\S*/gu,
  ]
  return [text, text.normalize('NFKC')].flatMap((read) => patterns.flatMap((pattern) => read.match(pattern) ?? []))
}

const unescapeHtml = (html: string): string =>
  html
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&')

/** Returns what the reader sees of a mail, without the URLs and addresses that the portal puts there. */
export function textsWithout(
  { subject, text, html }: { subject: string; text: string; html: string },
  expected: readonly string[],
): string[] {
  const visible = unescapeHtml(html.replace(/<style>.*?<\/style>/gs, '').replace(/<[^>]*>/g, '\n'))
  return [subject, text, visible].map((part) => expected.reduce((rest, known) => rest.replaceAll(known, ''), part))
}
