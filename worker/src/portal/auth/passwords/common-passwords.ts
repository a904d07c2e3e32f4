/** The most frequent passwords of published breaches, as far as they are long enough to be accepted. */
const LISTED = new Set(
  `000000 010203 101010 102030 111222 112233 112358 121212 123abc 123qwe 123123a 123321 1234qwer 12345a 123456a
123456q 123456789a 124578 131313 134679 142536 147147 147258 147258369 147852 159357 159753 159951 1q2w3e
1q2w3e4r 1q2w3e4r5t 1q2w3e4r5t6y 1qazxsw2 2wsx3edc 246810 258456 26061987 321321 5201314 654123 666999 696969
741852 741852963 753951 777888 789456 789456123 852456 963852741 987456321 a123456 a12345678 a1b2c3 a1b2c3d4
aa123456 aa12345678 access adidas agosto alejandro alexander alexandra alexis amanda america anderson andrea
andrew angela angel1 angels anthony apples apple123 arsenal asdasd asdasd123 asd123 asdf1234 ashley asshole
austin badboy badger banana bandit barbara barcelona basketball batman beautiful benjamin bigdog blabla
blessed blink182 bonnie booboo booger boomer boston brandon brandy bubbles buster butterfly cameron canada
captain carlos carolina caroline casper charles charlie charlie1 cheese chelsea cherry chester chicken
chocolate chris1 christian christine christopher claudia coffee cookie computer cooper corvette cowboy cowboys
creative crystal daniel daniela danielle darkness david1 default destiny diablo diamond dolphin donald eagles
eduardo einstein elizabeth eminem estrella family fender ferrari fernando fishing flower flowers fluffy
football1 forever formula1 freedom friends fuckoff fuckyou fuckyou1 gabriel gandalf garfield gateway genesis
george gemini gfhjkm ginger godzilla golden golfer google gordon guitar gunner hammer handsome hannah happy1
hardcore harley harrypotter hearts heather hello1 hello123 hellokitty helpme hockey hottie hunter iceman
idontknow iloveu ilovegod iloveme india123 internet isabel jackson jackie jaguar jasmine jasper jennifer
jeremy jessica jessie jesus1 jesuschrist johnny johnson jonathan jordan jordan23 joseph joshua junior justin
katherine kelly1 kenneth killer kimberly kitten klaster knight lakers lauren legend leonardo lasvegas
liverpool lol123 london loveme lovely lovers loveyou lucky1 maggie manchester marina marine marlboro martin
martina master master1 matrix matthew maverick maxwell melissa mercedes merlin mexico michael michael1
michelle mickey midnight miller million minecraft money1 monster morgan mother mustang myspace1 naruto natasha
nathan newyork nicholas nicole nintendo nothing october oliver orange pakistan panther parker passion patrick
peanut pepper phoenix player please pokemon poohbear poop123 porsche power1 prince purple qazwsx qazwsxedc
q1w2e3r4 q1w2e3r4t5 qwe123 qweasd qweasdzxc qweqwe rabbit rachel raiders rainbow ranger rebecca redskins
richard robert roberto rock123 rockstar rocky1 ronaldo rosebud runner samantha samsung samuel sandra santiago
saturn scooby scooter scorpion sebastian secret secret1 secret123 security september sergey shadow shadow1
shannon sharon shelby silver simple skippy slayer slipknot smokey snoopy soccer soccer1 sophie spider
spiderman spongebob startrek starwars steelers stephanie steven stupid success summer summer1 sunflower
superman superman1 superstar swordfish taylor teacher tennis teresa test123 test1234 testing testing123
testtest theman thomas thunder tigers tigger tinkerbell tomcat toyota travis trinity trustno1 tucker turtle
twilight unknown valentina vanessa veronica victor victoria viking vincent warrior westside whatever william
willow windows winner winston winter wizard xavier xxxxxx yamaha yankees yellow zaq12wsx zaq1zaq1 zxc123
zxcvbn zxcvbnm1 !qaz2wsx 1qaz!qaz 1qaz@wsx qwer1234 qwerty12345 pass1234 pass@123 test@123 india@123
india@1234 abcd1234 abcd@1234 abcd@123 user1234 guest123 root123 temp1234 temp123 login123 demo123 demo1234
company1 company123 bookkeeper bookkeeping accountant accounting quickbooks`.split(/\s+/),
)

/**
 * Words that stay guessable with digits and symbols added or in place of letters, as in P@ssw0rd123! The last ones are
 * specific to this product.
 */
const COMMON_WORDS = new Set(
  `password passwort passw pass motdepasse contrasena senha qwerty qwertyuiop qwertz azerty welcome letmein
iloveyou admin administrator changeme changeit abc abcd abcdef asdf asdfgh asdfghjkl monkey dragon football
baseball sunshine princess login master hello superman batman trustno portal clientportal bookkeeping workform
workforms onboarding`.split(/\s+/),
)
const LETTERS: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
  '!': 'i',
}

/** Rows and columns of keyboards. */
const WALKS = [
  '1234567890',
  'qwertyuiop',
  'qwertzuiop',
  'azertyuiop',
  'asdfghjkl',
  'zxcvbnm',
  '1qaz2wsx3edc4rfv5tgb6yhn7ujm',
  '!@#$%^&*()',
]
const RUNS = [...WALKS, 'abcdefghijklmnopqrstuvwxyz'].flatMap((run) => [
  run + run,
  (run + run).split('').toReversed().join(''),
])

/** Returns whether a password is common. Case does not matter. */
export function isCommonPassword(password: string): boolean {
  const plain = password.normalize('NFKC').toLowerCase()
  if (LISTED.has(plain)) return true
  // Short repetitions: aaaaaa, 121212, abcabc.
  if (/^(.{1,4})\1+$/su.test(plain)) return true
  if (RUNS.some((run) => run.includes(plain))) return true
  const word = plain.replace(/[^\p{L}]{0,6}$/u, '')
  // Trailing symbols are either added to a word, or stand for letters.
  return [word, plain].some((w) => COMMON_WORDS.has(fold(w)) || COMMON_WORDS.has(fold(w).replace(/i$/, '')))
}

const fold = (word: string): string => word.replace(/[013457@$!]/g, (symbol) => LETTERS[symbol] ?? symbol)

const MIN_NAME_LENGTH = 4

/** The future owner of a password. */
export interface PasswordOwner {
  email: string
  name: string
  /** Names of their company or their bookkeeper's firm. */
  companies?: readonly (string | null | undefined)[]
}

const bare = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '')

/** Returns whether a password contains the local part of the owner's email, one of their names, or a company name. */
export function containsOwner(password: string, { email, name, companies = [] }: PasswordOwner): boolean {
  const plain = password.normalize('NFKC').toLowerCase()
  const [local = ''] = email.toLowerCase().split('@')
  const names = name
    .normalize('NFKC')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
  const containsAny = (text: string, terms: readonly string[]): boolean =>
    terms.some((term) => term.length >= MIN_NAME_LENGTH && text.includes(term))
  return (
    containsAny(plain, [local, ...names]) ||
    containsAny(
      bare(plain),
      companies.map((company) => bare((company ?? '').normalize('NFKC'))),
    )
  )
}
