import type { Script } from '#scene.ts'

export const orders: Script = {
  language: 'en',
  text: `
# order-buy | orders
c: Please buy {units} {company} {at market|today}.
r: To confirm: buy {units} {company} at market, from the general account. About {amount} in all. Correct?
c: {Correct|Yes}.
r: Placed at {time}.
> wait 1h
r: Filled at {price}. {Confirmation in {portal}|The note follows}.

# order-limit | orders
c: Can I leave an order for {company} {below the market|at {price}}?
r: Yes. How many and until when?
c: {units}, until {the end of the month|{day}}.
r: Recorded: buy {units} {company}, limit {price}, until {day}.

# order-cancel | orders
c: Cancel that {company} order please, I’ve {changed my mind|read the report}.
r: {Cancelled before anything filled|One moment}. // {Nothing was filled, all gone|Confirmed, cancelled in full}.
c: {Phew|Good}.

# order-fund-switch | orders
c: Let’s do the switch we discussed, {fund} into {fund2}.
r: All of it, or the {share} we spoke about?
c: The {share}. 
r: Understood. Out on {weekday}, in the day after. Two days out of the market, {as I mentioned|so don’t be surprised}.
c: {I remember|Noted}.

# order-regular | orders
c: I’d like to invest {small} every month and not think about it.
r: {My favourite sort of order|Excellent}. Into {fund} on the {5th|20th}?
c: {5th, after payday|20th}.
r: Set up. You can stop it any time in {portal}.

# order-bonus | orders
c: Bonus {came in|landed}: {amount}. {Same place as last year|The usual}?
r: The pension first: you have {small} of allowance left. The rest into {fund}?
c: {Good thinking|Yes}. Go.
r: {Noted as your instruction at {time}|Thank you, both noted}.

# order-rights | orders
r: {company} is raising money: you may buy one new share for every four at {price}. We need a yes or no by {day}.
c: {What do you think|Yes or no}?
r: The discount is real but the reason isn’t great. I’d sell the rights.
c: {Sell them then|Agreed}.
r: {Noted|Will do}. Roughly {small} to you.

# order-question | orders
c: My order from {yesterday|this morning} shows “pending”. {Normal|Stuck}?
r: {Funds deal once a day at noon|It was after the noon deadline}, so it prices {tomorrow|today at twelve}.
c: {Ah, not like shares|I see}.

# order-stop | orders
c: Can you set a stop on {company}? I’m {away|off grid} for two weeks.
r: I can. At what level? A stop sells at the next price, which may be {worse|lower}.
c: {price}.
r: Stop at {price} on {units}, until you’re back. {Enjoy the quiet|Switch the phone off}.

# order-gift-shares | orders
c: How do I {give|transfer} {units} {company} shares to {child}?
r: A stock transfer form, two signatures. It counts as a gift at today’s price.
c: {Forms, always forms|Send it}.
r: {In {portal} now|Sent}, I’ve filled in what I could.
`,
}
