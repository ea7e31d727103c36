/**
 * Passwords that satisfy the rule and are among the first that are tried: a word that many take, written
 * as it is or with the usual signs for letters, with a simple number or signs before or after it; and
 * ways over the keyboard. One list of words stands for some hundreds of thousands of passwords.
 */

/** The words that people like, that this business suggests, and that keys beside each other make. */
const WORDS: ReadonlySet<string> = new Set(
  `
  password passwort passwd passw passwords pass passme parola senha contrasena motdepasse wachtwoord haslo
  secret secure security private access login logon signin letmein enter open opensesame welcome hello hallo
  admin administrator root user username guest test tester testing temp temporary default demo changeme change
  manager master superuser system server service support office company account owner boss staff dealer broker
  trader trading trade forex money dollar euro gold silver bitcoin crypto invest investor investment profit
  pips market markets bank banking cash rich wealth million millionaire billion lucky winner openfloor
  qwerty qwertyui qwertyuiop qwertz azerty asdf asdfg asdfgh asdfghjkl zxcv zxcvb zxcvbn zxcvbnm qwer qwert
  qaz qazwsx wsx edc qwe asd zxc poiuy lkjh mnbvcxz abc abcd abcde abcdef abcdefg aaa aaaa aa ab aabb xxx
  dragon monkey tiger lion eagle falcon wolf bear shark panther puma cobra viper phoenix horse donkey cat dog
  kitty puppy bunny rabbit mouse chicken turtle dolphin butterfly spider snake
  football soccer baseball basketball hockey tennis golf golfer boxing wrestling rugby cricket racing chelsea
  arsenal liverpool barcelona juventus manchester realmadrid yankees cowboys steelers lakers eagles rangers
  superman batman spiderman ironman hulk joker ninja samurai pirate wizard knight warrior hunter killer shadow
  ghost demon devil angel heaven master jedi starwars startrek pokemon pikachu minecraft fortnite warcraft
  matrix terminator gandalf frodo merlin hobbit naruto mario zelda sonic legend hero
  love loveme lovely lover iloveyou iloveu sweet sweety honey baby babygirl babyboy princess prince king queen
  darling sexy hottie beauty beautiful flower rose daisy lily sunflower sunshine sunny rainbow star stars moon
  summer winter spring autumn fall january february march april may june july august september october november
  december monday tuesday wednesday thursday friday saturday sunday christmas easter holiday vacation
  london paris berlin madrid rome moscow tokyo newyork texas florida california america american england
  germany france italy spain russia china india brazil mexico canada australia poland ukraine africa europe
  michael jennifer jessica jordan michelle daniel thomas robert william david james john joseph charles george
  richard matthew andrew anthony joshua christopher nicholas alexander alexandra alex sasha dima ivan sergey
  maria anna elena natalia olga marina victoria nicole ashley amanda sarah samantha elizabeth charlotte sophie
  emma olivia hannah laura julia martin peter stefan andreas markus hans klaus pierre antonio carlos jose juan
  pedro luis miguel muhammad mohammed ahmed ali omar hassan fatima aisha maggie buster charlie max bella lucy
  mercedes ferrari porsche toyota honda yamaha harley corvette mustang camaro audi bmw nissan tesla ford
  apple google microsoft windows linux android samsung iphone facebook instagram twitter youtube amazon yahoo
  internet computer laptop hacker network database oracle cisco dell intel apache ubuntu
  banana orange lemon cherry cookie chocolate coffee pepper ginger peaches cheese pizza beer whiskey vodka
  freedom liberty justice peace power energy trust trustno faith hope grace jesus christ god bible church
  family mother father mama papa mommy daddy brother sister friend friends forever always together happy
  happiness smile magic mystic diamond crystal thunder lightning storm fire water ocean river mountain forest
  blue red green black white yellow purple pink orange golden purplerain whatever nothing something anything
  fuckyou fuck shit asshole bitch fucker biteme suckit
  music guitar piano rock metallica nirvana slipknot eminem beatles elvis madonna rockyou rocknroll
  school student teacher doctor nurse police army navy marine soldier captain general pilot
  `
    .trim()
    .split(/\s+/),
)

/** Ways over the keyboard and turns of letters and digits, as they are typed without Shift for letters. */
const WALKS: ReadonlySet<string> = new Set(
  `
  1qaz@wsx 1qaz!qaz !qaz2wsx @wsx1qaz zaq!2wsx zaq1@wsx zaq12wsx! 1qaz2wsx! !1qaz2wsx 1qaz2wsx# !qaz@wsx1
  1qazxsw@ !qazxsw2 1q2w3e4r! 1q2w3e4r# 1q2w3e4r5t! !q2w3e4r q1w2e3r4! q1w2e3r4# q1w2e3r4t5! 1q2w3e! q1w2e3!
  1q@w3e$r !q2w#e4r 1qw2#er4 qwe123!@# asd123!@# zxc123!@# 123qwe!@# 123asd!@# 123qweasd! 123qwe!asd
  qweasd123! qweasdzxc1! qwe!23asd asdf1234! a1b2c3d4! a1b2c3d4# a1b2c3! a1s2d3f4! a!b2c3d4 aa11bb22! ab12cd34!
  abc123def! abc!123def 123abc!@# 1a2b3c4d! 1a2b3c4d# 12qwaszx! !2qwaszx zse4xdr% zse4$rfv !qazxsw@1 qwer!234
  qwer12#4 asdf!234 asdf!@34 qaz!23wsx qazwsx!23 qazwsx12! p0o9i8u7! m1n2b3v4! 2wsx#edc 3edc$rfv 4rfv%tgb
  `
    .trim()
    .split(/\s+/),
)

const SIGNS: Readonly<Record<string, string>> = {
  '@': 'a',
  '4': 'a',
  '8': 'b',
  '3': 'e',
  '6': 'g',
  '9': 'g',
  '0': 'o',
  $: 's',
  '5': 's',
  '7': 't',
  '+': 't',
  '|': 'l',
}
/** These two stand for either of two letters. */
const EITHER = ['i', 'l'] as const

export function isCommonPassword(password: string): boolean {
  const typed = password.toLowerCase()
  if (WALKS.has(typed)) return true
  const before = typed.search(/\p{L}/u)
  if (before < 0) return false
  const after = typed.length - (/[^\p{L}]*$/u.exec(typed)?.[0].length ?? 0)
  for (let start = 0; start <= before; start++) {
    if (!isSimple(typed.slice(0, start))) continue
    for (let end = after; end <= typed.length; end++) {
      if (isSimple(typed.slice(end)) && isWord(typed.slice(start, end))) return true
    }
  }
  return false
}

function isWord(text: string): boolean {
  return EITHER.some((letter) => WORDS.has(lettersOf(text, letter)))
}

function lettersOf(text: string, either: (typeof EITHER)[number]): string {
  let word = ''
  for (const sign of text) word += sign === '1' || sign === '!' ? either : (SIGNS[sign] ?? sign)
  return word
}

const DIGITS_AND_SIGNS = /^(\d*)(\D*)$|^(\D*)(\d*)$/
const RUNS = ['01234567890', '09876543210', '!@#$%^&*()', '.,;:-_']

/** True for the characters that people put before or after a word when a digit and a symbol are asked for. */
function isSimple(padding: string): boolean {
  const [found, ...parts] = DIGITS_AND_SIGNS.exec(padding) ?? []
  return found !== undefined && parts.every((part) => part === undefined || isSimpleRun(part))
}

function isSimpleRun(part: string): boolean {
  if (/^[!-~]{0,2}$|^(19|20)\d\d$/.test(part)) return true
  return /^([!-~])\1*$/.test(part) || RUNS.some((run) => run.includes(part))
}
