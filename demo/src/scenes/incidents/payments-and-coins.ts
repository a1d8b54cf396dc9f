import type { Script } from '#scene.ts'

export const paymentsAndCoins: Script = {
  language: 'en',
  text: `
# aml-split | incident | end hit=unusual-payments:breach
c: Could you split the payment into {four|five}? {My bank asks fewer questions|Each under 10,000}.
r: Why under that amount in particular?
c: {It’s simpler|You know why}.
r: I have to do it in one, or not at all. {And I need to know what it’s for|Please tell me what it’s for}.

# aml-split-done | incident | end hit=unusual-payments:breach
c: Send it {in smaller amounts|below the threshold} please, {three days apart|one a week}.
r: {OK, I’ll set it up|Will do, four times {small}}.
c: {Perfect, no fuss|👌}

# aml-cousin | incident | end hit=unusual-payments:breach
c: The {big} will come through my cousin’s company in {city}, not from me.
r: Why not from your own account?
c: {It’s how we do things|Tax reasons. Better not to ask}.
r: I need a contract and the company’s papers first. Until then we’d send it back.
c?: {So complicated|I’ll find another bank}.

# aml-cash | incident | end hit=unusual-payments:minor
c: Can I bring {amount} in cash to your office? {From the sale of the car|The old man never trusted banks}.
r: We don’t take cash at all, I’m afraid. Your bank can, with an explanation.
c: {They look at me as if I’d robbed someone|OK}.

# aml-cash-false | incident | hit=unusual-payments:false
c: How much do I hold in cash {at the moment|all told}?
r: {share}, a bit more than the plan.
c: {On purpose|That’s for the roof}. Leave it.
r: {Understood|Noted}.

# aml-tax-false | incident | hit=unusual-payments:false
c: Is there a legal way to avoid tax on the {gift|dividends}?
r: {A few|Some}: the yearly allowances, and giving in two tax years. All of it on the form.
c: {Then let’s do that|Good and dull, I like it}.

# aml-shell | incident | end hit=unusual-payments:breach
c: My {adviser|friend in {city}} suggests a shell company, so that the flat is not in my name.
r: What’s the reason for not having it in your name?
c: {The divorce|Let’s say discretion}.
r: I can’t help with that. {And I’m obliged to note it|Please speak to a lawyer}.

# aml-suitcase-false | incident | hit=unusual-payments:false
c: {Living out of a suitcase|One suitcase, three climates}, home on {weekday}. Anything urgent?
r: Nothing. {Safe travels|See you then}.

# aml-report | incident | end hit=unusual-payments:breach
r: {Between us|Tip}: keep each transfer at 9,500 to avoid the reporting.
c: {Smart|Is that OK}?
r: {Everyone does it|It’s just less paperwork}.
> delete

# crypto-client | incident | hit=crypto:minor
c: {My grandson|Everyone} says {bitcoin|ethereum}. {Am I too old|What do you say}?
r: We don’t advise on it. If you do it, then with money you’d also take to {the races|a casino}.
c: {That’s what my wife says|Ha. No then}.

# crypto-rep | incident | end hit=crypto:breach
r: Off topic: I {made|doubled} {amount} with altcoins this year. {I can show you how|There’s a group, I’ll add you}.
c: {Tell me more|Really}?
r: {Not the firm’s thing, only mine|Keep it small to begin with}.

# crypto-wallet | incident | end hit=crypto:minor
c: Can you store my seed phrase in your vault? {I don’t trust my desk drawer|I keep losing the paper}.
r: No, and please don’t tell it to me either. {A notary or a bank safe|A safe deposit box} is better.
c: {OK|Drawer it stays}.

# crypto-tax | incident | hit=crypto:false
c: I sold some crypto in {lastmonth}. Does that go into the {tax|gain} report you send?
r: Only what’s with us. {accountant} will need the list from your exchange.
c: {They’ll love that|Fine}.

# crypto-stablecoin | incident | hit=crypto:minor
c: Could you pay out in {usdt|stablecoins}? {My supplier prefers it|Faster for the builder}.
r: No, only in ordinary money to an account in your name.
c: {Thought so|Old school}.

# crypto-fund-false | incident | hit=crypto:false
c: Does {fund} hold any crypto?
r: {Nothing directly|None}. {Two|A couple of} payment companies in it trade some.
c: {Good|Fine by me}.
`,
}
