const COMMON_DOMAINS =
  'com|net|org|info|biz|io|co|app|dev|xyz|site|online|shop|store|top|club|link|click|live|page|me|eu|uk|us|de|fr|nl|es|it|pl|se|ch|at|be|ru|cn|in|br|ca|au|ly|gl'
const WEB_ADDRESS = new RegExp(
  `:\\/\\/|\\bwww\\.|[\\p{L}\\d]\\.(?:${COMMON_DOMAINS})(?![\\p{L}\\d])|[\\p{L}\\d]\\.\\p{L}{2,}\\/`,
  'iu',
)

/** Whether mail programs would make a link of some part of the text. */
export const hasWebAddress = (value: string): boolean => WEB_ADDRESS.test(value)
