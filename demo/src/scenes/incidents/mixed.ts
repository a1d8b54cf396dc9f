import type { Script } from '#scene.ts'

export const mixed: Script = {
  language: 'en',
  text: `
# mixed-inside-off | incident | end hit=inside-information:breach hit=off-channel:breach
c: I’ve heard from the board of {company}. Big news {on {weekday}|soon}.
r: Don’t write it here! Use my private number.
c: {Which one|OK, calling}

# mixed-gift-guarantee | incident | end hit=gifts:breach hit=guarantees:breach
r: It’s a sure thing, {client}, and there’s a bottle of champagne in it when you reach {big}.
c: {Two reasons to say yes|I don’t even like champagne}.
r: {Then whisky|So}?

# mixed-complaint-rude | incident | end hit=complaints:breach hit=profanity:minor
c: {What a load of crap|This is crap}. {Fourth letter asking for the same paper|My payment is returned AGAIN}. I’ll be writing to the regulator.
r: I understand, and I’m sorry. You have every right to. I’m opening a complaint for you now, {ref}.
c: {Do|Fine}.

# mixed-crypto-aml | incident | end hit=crypto:breach hit=unusual-payments:breach
c: {Friend of mine|A partner} pays me in bitcoin, in smaller amounts. Could it land with you without {too many questions|a fuss}?
r: No. {We can’t receive that|And I have to note that you asked}.
c: {OK OK|Forget it}.

# mixed-vulnerable-gift | incident | end hit=gifts:minor
c: I knitted you {a scarf|socks}. A token of {my gratitude|thanks}, it’s not worth anything.
r: {It’s worth a great deal|How lovely}! It goes in the register under “priceless”.
c: {Silly|😊}

# mixed-order-offchannel | incident | end hit=off-channel:breach hit=order-handling:breach
r: Send the order to my personal email and we do the paperwork afterwards. {Faster|The desk is slow today}.
c: {Sure|Done}: {units} {company}.

# mixed-guarantee-complaint | incident | end hit=guarantees:false hit=complaints:breach
c: {colleague} told me it was risk free. It’s down {pct}. {I want compensation|I expect compensation}.
r: I’m sorry to hear it was put like that. I’m logging this as a complaint and we’ll look at what was said and written.
c: {It’s all in the chat|I have it in writing}.
r: {Then we’ll find it|Good, that helps you}.

# mixed-outside-gift-false | incident | hit=gifts:false
c: My treat next time at {place}, and no, I’m not asking for anything 😉
r: {Each their own, as always|House rules, but thank you}.

# mixed-market-chat | incident | hit=market-abuse:false hit=profanity:minor
c: Those {idiots|morons} on the forum want to pump it again. {company} I mean.
r: {Ignore it|I’d stay well away}. If it moves it’ll move back.
c: {I only read it for the jokes|Staying away}.
`,
}
