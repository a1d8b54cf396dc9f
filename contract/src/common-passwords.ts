/**
 * The words in most passwords from breaches, after digits, signs and look-alikes are taken
 * away. Our own compilation: common words, names, teams, seasons, and keyboard sequences.
 */
const words = new Set(
  `abc abcd abcde abcdef abcdefg access account admin administrator adobe alex alexander alexis alpha amanda
  amazon america andrea andrew angel angela angels anna anthony apple april arsenal asdf asdfg asdfgh asdfghjkl ashley
  august austin azerty azertyuiop babygirl badboy bailey banana barcelona baseball basketball batman beautiful benjamin
  berlin blink bond boss bulldog buster butterfly canada captain carlos changeit changeme changemenow charles charlie chelsea
  chicago chocolate chris christian christopher cisco claudia coffee company computer cookie cool corvette cowboy cowboys
  daniel database david december default demo diablo diamond dolphin donald dragon dublin eagle edward elizabeth eminem
  england enter eric european everton facebook falcon family february ferrari florida flower football forever france
  freedom friday friend friends gandalf garfield george germany ginger god golden golfer google guest guitar hallo hannah
  happy harley hello hellohello hockey honda hottie house hunter iceman iloveu iloveyou india instagram internet italy
  jackson jaguar james january jasmine jason jennifer jessica jesus john johnny jonathan jordan joseph joshua juice julian
  july june junior justin killer king kitty knight lakers letmein letmeinnow linkedin liverpool login london lovely loveme
  love lovelove lucky madison madrid maggie manager manchester marina marketing martin master matrix matthew maverick maxwell
  merlin mercedes metallica michael michelle microsoft midnight minecraft monday money monkey monster morgan mother mustang
  mypassword nascar nathan natasha network newpassword newyork nicholas nicole nintendo november october office olivia
  oracle orange packers panther paris pass passw passwd passme passwort password passwords passphrase patrick peanut pepper
  peter phoenix player please pokemon porsche power prince princess private purple qazwsx qazwsxedc qaz qwe qwer qwert qwerty
  qwertyu qwertyui qwertyuiop qwertz qwertzuiop qweasd qweasdzxc rachel ranger rangers raider raiders rainbow rebecca redskins
  richard robert root samantha samsung sample saturday scooter secret secretpassword secure security september server service
  sexy shadow silver simple slipknot smokey snoopy soccer sophie spiderman spring starwars steelers stella steven stupid
  success summer summertime sunday sunshine super superman superstar support sweet sweety sydney sysadmin system target taylor
  teacher temp temporary tennis test teste tester testing testtest texas thomas thunder thursday tiger tigers tigger toyota
  trustno truste trustnoone tuesday twitter unknown user username vanessa victor victoria viking vmware warrior wednesday
  welcome welcomehome whatever william wilson windows winner winter wizard wolf work xbox yamaha yankees yellow zaq zaqwsx
  zaqxsw zxcvb zxcvbn zxcvbnm zxc`.split(/\s+/),
)

const lookAlikes: Readonly<Record<string, string>> = {
  '@': 'a',
  '4': 'a',
  '3': 'e',
  '1': 'i',
  '!': 'i',
  '|': 'i',
  '0': 'o',
  $: 's',
  '5': 's',
  '7': 't',
  '+': 't',
}

/** With more digits and signs than this around a common word, a password is not common. */
const mostAround = 8

/** Whether attackers would try a password early: a common word, changed to fit the rules. */
export function isCommonPassword(password: string): boolean {
  const lower = password.toLowerCase()
  const letters = lower.replace(/[^a-z]/g, '')
  if (lower.length - letters.length > mostAround) return false
  if (letters.length <= 3 && lower.includes('1234')) return true
  const bare = lower.replace(/^[^a-z]+|[^a-z]+$/g, '')
  const spelt = bare.replace(/[@431!|0$57+]/g, (sign) => lookAlikes[sign] ?? sign)
  const front = lower.replace(/[^a-z]+$/g, '').replace(/[@431!|0$57+]/g, (sign) => lookAlikes[sign] ?? sign)
  return [letters, bare, spelt, front].some((word) => words.has(once(word)))
}

/** `passwordpassword` is `password`. */
const once = (word: string) => /^(.{3,}?)\1+$/.exec(word)?.[1] ?? word
