"""Tables of invented bridges, orchards and parts, as files of commas."""

BRIDGES = """bridge,river,material,opened,length_m,spans,closures_10_14,closures_15_19
Alder Bridge,Wend,stone,1887,120,5,0,0
Birch Bridge,Wend,steel,1931,310,3,2,1
Cedar Bridge,Osk,steel,1954,95,1,0,4
Dean Bridge,Osk,concrete,1968,640,12,1,0
Elm Bridge,Tarn,stone,1902,75,2,0,0
Fell Bridge,Tarn,concrete,1971,410,8,3,2
"""

ORCHARDS = """Orchard,Variety,"Trees, 2021","Trees, 2023",Change in Trees,"Yield per tree (kg)"
North Field,Cox,1200,1260,5%,41.5
South Field,Russet,800,720,-10%,38.0
Mill Lane,Cox,450,459,2%,52.25
Quarry Side,Bramley,300,150,-50%,60.0
Church End,Russet,640,800,25%,35.5
"""

# What is asked → parts of the answer in their order, by “|”.
OF_BRIDGES = """
How many bridges are in the bridges file? → 6
How many bridges cross the Wend? → 2 of 6 | Alder Bridge | Birch Bridge
How many steel bridges are there? → 2 of 6 | Birch Bridge | Cedar Bridge
How many bridges had no closures in either period? → 2 of 6 | Alder Bridge | Elm Bridge
Which bridges are longer than 300 m? → Birch Bridge | Dean Bridge | Fell Bridge
Which bridges have a length above 300 m? → 3 of 6 | Birch Bridge | Dean Bridge | Fell Bridge
How many closures did all bridges have together from 2015 to 2019? → closures_15_19 over 6 rows | 7
How many closures did a bridge have on average from 2010 to 2014? → average of closures_10_14 | is 1
What is the average length of the concrete bridges? → average of length_m over 2 rows | 525
Which bridge has the most spans, and how many? → Dean Bridge | 12 | Fell Bridge, 8
Which bridge has the second most spans? → Fell Bridge | second highest spans | 8 | Alder Bridge, 5
Which bridge has the fewest spans? → Cedar Bridge | lowest spans | 1
How many bridges are there by material? → by material | stone: 2 | steel: 2 | concrete: 2
How many spans do the bridges have together per river? → by river | Wend: 8 | Osk: 13 | Tarn: 10
How many spans does Fell Bridge have? → Fell Bridge: 8
How many lanes does Fell Bridge have? → none
How many spans does Gorse Bridge have? → none
How many wooden bridges are there? → none
How much longer is Dean Bridge than Elm Bridge in length? → 565 apart | Dean Bridge 640 | Elm Bridge 75
By how much do the spans of Alder Bridge exceed those of Elm Bridge? → 3 apart | Alder Bridge 5 | Elm Bridge 2
By how much do the spans of Alder Bridge exceed those of Gorse Bridge? → none
What is the total length of all stone bridges? → sum of length_m over 2 rows | is 195
"""

OF_ORCHARDS = """
How many trees did Mill Lane have in 2023? → Trees, 2023, Mill Lane: 459
Which orchard had the most trees in 2021? → North Field | 1200
Which orchard had the largest drop in trees? → Quarry Side | -50%
How many trees did all Cox orchards have together in 2023? → sum of Trees, 2023 over 2 rows | 1,719
What is the average yield per tree of the Russet orchards? → average | over 2 rows | 36.75
How many trees did Mill Lane have in 2019? → none
By how much did the trees of Church End rise from 2021 to 2023? → Church End: rose by 160, from 640 | to 800
By how much did the trees fall from 2021 to 2023? → none
How many orchards grow Bramley? → 1 of 5 | Quarry Side
"""

CONTRACTS = """Contract description,Method,Supplier,Contract amount,Remarks
Pumps for the harbour,Open,Brandt,1200,Work completed
Cranes for the harbour,Open,Okafor,5300,Work on-going
Books for the school,Shopping,Lindqvist,400,Work completed
Desks for the school,Shopping,Lindqvist,600,Work completed
Plans for the bridge,Single,Brandt,900,Study ongoing
Survey of the river,Open,Moreau,700,Work completed
Roof of the market,Open,Okafor,2100,Work completed
Paint for the market,Shopping,Moreau,300,Work completed
"""
OF_CONTRACTS = """
How many contracts are there by each method? → by Method | Open: 4 | Shopping: 3 | Single: 1
What is the average amount of the contracts by the method “Shopping”? → over 3 rows | 433.333
How many of the contracts are marked as still ongoing? → 2 of 8 | Cranes | Plans
How many contracts are still ongoing? → 2 of 8 | Cranes | Plans
How many contracts were cancelled? → none
What is the total amount of the contracts? → 11,500
"""

ISLANDS = """island,sea,lifeExp,gdpPercap
Fara,Osk,74.2,1042.5
Gruna,Osk,81.5,277.4
Hoy,Tarn,79.9,609.17395079999994
Inga,Tarn,82.1,n/a
"""
OF_ISLANDS = """
What is the life expectancy of Hoy? → Hoy: 79.9
Which island has the lowest GDP per capita? → Gruna | 277.4
Which island has the highest GDP per capita? → Fara | 1042.5
Which islands have a life expectancy above 80? → Gruna | Inga
Which island has the longest life expectancy in Africa? → none
"""
