import type { Script } from '#scene.ts'

export const staffConduct: Script = {
  language: 'en',
  text: `
# outside-loan | incident | end hit=outside-business:breach
r: {This is awkward|I hate to ask}. Could you lend me {amount} until {nextmonth}? {The builders have walked off|It’s only a bridge}.
c: {Goodness. Are you all right|From me}?
r: {Please keep it to yourself|I’ll pay {pct}}.

# outside-stake | incident | end hit=outside-business:breach
r: I’m opening a {wine bar|bakery} with {a friend|my sister}. Would you like a stake in my place? {amount} gets you ten percent.
c: {What fun|Is that with the bank}?
r: {No, privately|Just me}. 

# outside-brother | incident | end hit=outside-business:breach
r: My brother’s company builds {solar roofs|holiday flats}, {pct} a year to investors. {I could get you in.|Shall I introduce you?}
c: {Does the firm know|Is it regulated}?
r: {It’s between friends|It’s a favour, not a recommendation}.

# outside-will | incident | end hit=outside-business:breach
c: I’ve decided that you should look after everything when I’m gone. {And there’s something for you in it|You won’t go home with nothing}.
r: {I’m touched|That’s such an honour}. I’d be glad to be executor of your will.
c: {Good|Done then}. The notary comes on {weekday}.

# outside-will-refused | incident | hit=outside-business:minor
c: I’d like to leave you a little something{, you’ve been so good to me|}. 
r: That’s very touching, but I mustn’t be named in your will, and I can’t advise on it either. {A notary|Your lawyer} can.
c: {You’re too honest|Hmph}.

# outside-finder | incident | end hit=outside-business:breach
d: If you send me {entrepreneurs|founders}, there’s a finder’s fee in it. {Cash, half a percent|Dinner plus}.
r: {From whom|Not through the firm}?
d: {Does it matter|My guy at the law firm}.

# outside-client-job-false | incident | hit=outside-business:false
c: I do a bit of {tutoring|translation} on the side now. Do I tell the tax people?
r: Above {small} a year, yes. One extra page.
c: {One page is fine|Boo}.

# outside-client-invest-false | incident | hit=outside-business:false
c: {child} wants me to invest in my own kitchen before investing in anything else 😄
r: {Wise child|The returns in soup are excellent}.

# outside-lend-false | incident | hit=outside-business:false
c: Could you lend me {a pen|your umbrella} when I come in? {I always forget mine|It’s pouring}.
r: {The whole drawer|Of course}.

# rude-client | incident | end hit=profanity:minor
c: This damn form {keeps jumping back to page one|wants my fax number}!
r: {It does that to everyone|I’m sorry}. Leave it, I’ll fill it in and you only sign.
c: {Thank you. Sorry for the language|Bless you}.

# rude-rep | incident | end hit=profanity:breach
d: {surname} again. What an idiot. {Third call today|He thinks I’m his secretary}.
r: {This is archived, you know|Careful}…
d: {Let them read it|Whatever}.
> delete

# rude-angry | incident | end hit=profanity:minor
c: {Bloody hell|Oh crap}, {down {pct}|have you seen it}?? 
r: I have. {Take a breath, your plan allows for it|You’re fine, truly}.
c: {OK. Sorry|Breathing}.

# rude-harass | incident | end hit=profanity:breach
e: {Can someone cover {time}|Could one of you take my 4 o’clock}?
d: Shut up and do it yourself{, you’re the new one|}.
r: {Not OK|Hey}. {I’ll take it, {other}|Please apologise}.

# rude-quote-false | incident | hit=profanity:false
c: The play was called “The Idiot’s Guide to Love”, {idiot is the hero|wonderful}.
r: {Sounds like my kind of evening|Where’s it on}?

# vulnerable-confused | vulnerable | end hit=vulnerable-clients:breach
c: I get confused with the {letters|different accounts} now. {Did I already pay you|Which one is the pension}?
r: {That’s quite all right|No hurry at all}. You don’t owe anything. Would you like someone with you when we {speak|meet}?
c: My {daughter|neighbour} could {come|sit with me}.
r: Good. I’ll bring everything on one page, in large print.

# vulnerable-scam | vulnerable | end hit=vulnerable-clients:breach
c: A man rang me from your fraud department and {wants me to move everything to a safe account|asked for the code}. {I’ve started|Shall I}?
r: STOP, please. That’s not us. Don’t move anything. I’m calling you now.
> wait 15m
r: Everything is locked. You did exactly right to write to me.
c: {I feel so stupid|Thank you, dear}.
r: {They’re professionals|You’re not}. It happens to judges and to bankers.

# vulnerable-carer | vulnerable | hit=vulnerable-clients:minor
c: My carer {will bring the form|types this for me}, my hands don’t {do as they’re told|work well today}.
r: Thank you for telling me. I’ll note how you’d like us to {write|call}, and always ring you before a payment.
c: {That’s good|Thank you}.

# vulnerable-widow | vulnerable | end hit=vulnerable-clients:minor
c: Since he died I’ve {never opened the blue folder|left it all in a pile}. {He did all this|I don’t know where to begin}.
r: Then let’s begin with the blue folder, together, on {weekday}. Nothing in it is urgent, I’ve checked.
c: {You’re kind|With tea}.

# vulnerable-job | vulnerable | end hit=vulnerable-clients:minor
c: I lost my job {on Friday|last week}. I may need to {stop the monthly payment|take money out}.
r: I’m sorry. I’ve paused the payment, no penalty. Let’s look at what {you need for six months|comes in and goes out}.
c: {Thank you|That helps}.

# vulnerable-attorney-false | vulnerable | hit=vulnerable-clients:false
c: Could you send the form for a power of attorney? {We’re just being organised|The lawyer suggested it to everyone over 60}.
r: {Here you are|Of course}. It’s wise to have it in the drawer.
> attach pdf
`,
}
