const COMMON_DOMAINS = [
  'com|net|org|info|biz|io|co|app|dev|xyz|site|online|shop|store|top|club|link|click|live|page|me',
  'support|help|cloud|finance|bank|money|ai|tech|email|digital|zip|mov|gg|tv|cc|icu|buzz|vip|win|pro|edu|gov',
  'jp|kr|mx|tr|ua|cz|dk|ie',
  'eu|uk|us|de|fr|nl|es|it|pl|se|ch|at|be|ru|cn|in|br|ca|au|ly|gl',
].join('|')
const WEB_ADDRESS = new RegExp(
  `:\\/\\/|\\bwww\\.|[\\p{L}\\d]\\.(?:${COMMON_DOMAINS})(?![\\p{L}\\d])|[\\p{L}\\d]\\.\\p{L}{2,}\\/`,
  'iu',
)

/** Returns whether mail programs would turn a part of the text into a link. */
export const hasWebAddress = (value: string): boolean => WEB_ADDRESS.test(value)
