<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="fr" sourcelanguage="en">
<context>
    <name></name>
    <message>
        <source>&amp;Encoder self-attention</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>How source pieces look at one another</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Decoder masked self-attention</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>How the written pieces look back at one another</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Cross-attention</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>How the written pieces look at the source</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Layer below</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show the layer before this one</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Layer &amp;above</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show the layer after this one</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Head before</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show the head before this one</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Head a&amp;fter</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show the head after this one</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Mean over heads</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show the mean over all heads of the layer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;File</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Edit</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Translate</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Attention</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Pa&amp;nels</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;View</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Hel&amp;p</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Copy translation</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy the whole translation as text</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy &amp;picture</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy the picture of the panel in use</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy ta&amp;ble</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy the numbers of the panel in use, for a spreadsheet</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Go to source text</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Put the cursor into the source editor</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>C&amp;lear</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Empty the source text and begin anew</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Open model folder…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose a folder with a model to translate with</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Built-in model</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Go back to the English–French model that comes with Diaphane</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open &amp;trace…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show a translation that was saved with all it showed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>S&amp;ave trace…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Save everything this translation showed: steps, candidates, scores, attention</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Export attention…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Write the selected matrix as CSV, or all attention of this hypothesis for NumPy</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Export vie&amp;w…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Write the panel in use as PNG, SVG or PDF, with text and cells as shapes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Export &amp;report…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Write this translation as one HTML page that needs no network</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Save picture of the window…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Save what the window shows as a PNG file</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Quit</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Close the window and end the program</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;What am I looking at?</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Explain the panel with the focus, with its formula</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Take the tour</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show in four steps what is where in the window</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Find a command…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Carry out any command by typing a few letters of it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Keyboard shortcuts</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>All commands with their keys</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;About Diaphane</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Versions, licence and the loaded model</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Watch</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The sentence, its translation and one attention matrix</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>All heads and the matrix of one</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>S&amp;earch</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The tree of the search and each step&apos;s candidates</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Learn</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>One head from Q, K and V to its output, and the masks</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Source panel</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The text and its pieces</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Translation panel</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What is written, piece by piece</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Heads panel</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>All heads of a kind as small pictures</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Attention panel</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>One attention matrix, large</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Scores panel</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>One head from Q, K and V to its output</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Masks panel</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What each position may not look at</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Candidates panel</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The likeliest next pieces of the step</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Beams panel</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The search as a tree</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Alignment panel</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Which source word belongs to which word of the translation</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Positions panel</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Embeddings and positional encoding</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Layers panel</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What each decoder layer would say, and norms</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Reference panel</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Score a translation of your own</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>History panel</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The translations of this sitting, to reopen and compare</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Translate the source text</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Stop</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Give the running translation up; what is decoded stays</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Live translation</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Translate by itself a quarter of a second after typing stops</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Sea&amp;rch…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose how translations are searched for: greedy, beam, sampling</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Undo</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Bring back the translation before the last “what if”, heads off, reference or reopening</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Follow the best &amp;hypothesis</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show the best hypothesis everywhere again</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;First step</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show the first step</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Step &amp;back</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show the step before</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Play or pause</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Play the steps one after the other, or hold</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Next step</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show the next step; decode it if it is new</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>L&amp;ast step</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show the newest step</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Light theme</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Dark on light</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Dark theme</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Light on dark</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>As the s&amp;ystem</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Light or dark as the system has it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Switch theme</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Switch between light and dark</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>L&amp;arger text</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Make all text larger</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>S&amp;maller text</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Make all text smaller</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Normal text size</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Bring the text back to its normal size</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Full screen</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Use the whole screen</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Reset layout</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Bring all sizes back to how they came</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>S&amp;ettings…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Language, theme, text size, colours and numbers</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>mean over heads</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>head {head}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{kind}, layer {layer}, {head}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Mask of {kind}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>query \ key</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>entropy (nats)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>mean</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{kind}: what the heads do</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>layer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>head</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>written</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>rank</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>piece</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>id</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>probability</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>log-probability</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>chance to be drawn</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>blocked</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Candidates of step {step}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>step</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>hypothesis</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>parent</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>sum of log-probabilities</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>penalty</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>length</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>normaliser</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>score</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>state</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>output</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>text</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Hypotheses of the search: “{text}”</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>finished</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>forced</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>sentence</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>score so far</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Translation, piece by piece</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>position</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>first character</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>character after the last</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Source, piece by piece</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>There is not enough memory for a picture of this size.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A picture cannot be written as {ending}: name a file that ends in {endings}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a file without an ending</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This panel is not shown: bring it to the front first.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open model folder</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open trace</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Traces (*.trace);;All files (*)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Save trace</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Traces (*.trace)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Export attention</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The selected matrix as CSV (*.csv);;All of this hypothesis for NumPy (*.npz)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Export view</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>PNG picture (*.png);;SVG drawing (*.svg);;PDF page (*.pdf)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Export report</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>HTML page (*.html)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Picture of “{panel}” copied.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>“{panel}” has no numbers to copy just now.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Table of “{panel}” copied.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Trace saved to {path}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Attention exported to {path}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>View exported to {path}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Report written to {path}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Save picture</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>PNG picture (*.png)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Picture saved to {path}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Model</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Switch theme</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Loading the model…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No model is loaded</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Device: {device}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Where the network runs: {device}, numbers as {dtype}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Search: {search}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{heads} — Restore</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{heads}.
Click to switch all heads on again, and translate again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{encoder} + {decoder} layers</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{encoder} encoder + {decoder} decoder layers</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%n head(s)</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>{count} parameters</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This translation cannot be pinned: with it the pinned ones would take {needed} of {limit}. Unpin or remove another first.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{number} MB</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>not a number</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{number} %</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Commands</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Type a few letters of a command</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Search the commands</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Commands and their keys</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No command has “{query}” in it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Not possible just now.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What am I looking at?</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Explanation</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Close</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Translate a sentence to see which of its words the words of the translation are tied to.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No word is written yet that could be tied to the source.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Alignment</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>target word →</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>source word →</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Attention between words</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Word under the pointer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>source: {language}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>target: {language}</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>of the grey ties the {shown} strongest are drawn, %n more not</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>Type a sentence and translate it to see attention.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>There are only special tokens here, and these are hidden.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Point at a cell, or move over the cells with the arrow keys, to read its weight.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Dots are labels that do not fit: point at a cell to read its two pieces.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Point at a word, or move over the words with the arrow keys, to see its lines alone.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>How the numbers are shown</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Weight under the pointer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>row {row}, column {column}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Compare</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Steps</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>How probable each piece was, step by step</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Side by side</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The attention of both, cell by cell</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Difference</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The attention of B minus that of A</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Only where they differ</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>← History</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Back to the list (Escape)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Back to the list</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Exchange A and B: every difference changes its sign</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Exchange A and B</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Comparison</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Sentence</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Which sentence of both is compared</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Leave out the steps that wrote the same piece with the same probability</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Chosen in the panels Heads and Attention, or by their keys</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Under the pointer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Comparison of two translations</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nothing is shown now: translate a sentence to compare with it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This is the translation that is shown now: translate with another model, other options or another word, and the two are compared here.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The sentence is being encoded.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{number} of {count}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>layer {layer}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>shown now</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The first step is being decoded.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No step differs: the same pieces, each with the same probability.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Translate a sentence to see every head of every layer here.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Order of the heads</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>By layer and head, or as a list, sorted by what the heads do</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Kind</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Order</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>How the thumbnails are drawn</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Head</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Where it looks</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A dot stands for up to {queries} × {keys} weights (queries × keys) and shows the largest.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Reopen</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Pin</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Remove</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Clear history</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>History</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Filter: words of the source, translation, model…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Filter the history</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Shows the translations in which all of these words stand, whatever their case</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Translations of this sitting, newest first</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What the history holds</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show the selected translation again in all panels (Enter)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Keep this translation, whatever memory the newer ones need</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Remove all translations that are not pinned</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>More: pin, remove, clear</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Pin, remove, clear</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Translate a sentence: every translation of this sitting will be kept here, to be looked at again and compared with others.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No translation has these words: empty the filter to see all of them.</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%n translation(s)</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>{count}, {size} of {limit}</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%n old translation(s) had to go to keep the history small. Pin those you want to keep.</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>Compare with the translation that is shown now (C)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Compare the two selected translations (C)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Select two translations, or one that is not the one shown now</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Unpin</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Translate a sentence to see what each decoder layer would say at each step.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The states of the layers are computed by their model. Open {model} to see them.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What each layer would say</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Norms</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The state after each decoder layer through the output projection and the softmax: the logit lens (nostalgebraist, 2020)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>How long the residual stream is, and what each sub-layer adds to it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Point at a bar, or move over the rows with the arrow keys, to read its exact numbers.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Try again</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What is shown of the layers</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Number under the pointer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Layers</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Translate a sentence to see its masks.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Point at a cell, or move over the cells with the arrow keys, to read why it is blocked.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Pads are never keys</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Position i sees positions j ≤ i only</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What is added to the scores before the softmax: the sum of both</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>All positions of the output at once, as in training: the static triangle.
Without it, the mask as it grows while the sentence is written.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A reference is being scored: that is teacher forcing.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The sentences in one rectangle, padded to the longest, as many texts are translated and as the model was trained</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Teacher forcing</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>As a batch</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Sentence of the batch</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Which sentence of the batch is shown, here and elsewhere</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Size of the mask</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Masks that make it up</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Mask</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cells of the mask</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cell under the pointer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Sentence {n}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Padding</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Causal</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Combined</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{n} blocked</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>blocks nothing</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Translate a sentence to see its pieces as vectors, before and after their positions are added.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The positional encoding of a model is shown once one is loaded.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>These numbers are computed by the model. Open {model} to see them.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Looking the vectors up …</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What is shown</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Translate a sentence to see the probability and the loss of each piece written, or type its right translation above to score that.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Teacher forcing: each position is fed the right piece before it, whatever the model would have said; so training computes all positions in one pass.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Inference: each position is fed what the model has written itself. Type the right translation above to score that instead (teacher forcing).</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>There is nothing to score: type the translation of the sentence first.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Reference</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Score</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cross-entropy</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Per piece</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Perplexity</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Label-smoothed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Pieces</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The right translation of the source sentence…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Reference translation</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The target sentence that is fed in and scored, piece by piece and with the end token; Enter scores it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Score this translation of the source text by teacher forcing; Undo brings back what is shown now</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>About the reference</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy table</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy the positions with all digits, tabs between, for a spreadsheet (Ctrl+C)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Position under the pointer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{value} nats</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The sum of the losses, −Σ ln p: {exact} nats, {bits} bits</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Mean cross-entropy a piece, the end token included: the loss of training without label smoothing; {exact} nats</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>e to the mean cross-entropy: among how many equally likely pieces the model seems to choose; {exact}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{done} of {all}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>How many pieces are scored; the end token is one of them</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The mean loss with label smoothing: −(1 − ε) ln p(target) − ε · mean of ln p over the vocabulary, with ε = {epsilon} as in the paper (section 5.4)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It needs the whole distribution of each position, which the model computes once the sentence is done.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A reference is scored against one sentence, and this text has {n}: leave one in the source.</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>The vocabulary lacks characters of the reference: %n piece(s) are “unknown”, and their loss says nothing about those characters.</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>The vocabulary lacks characters of the reference: they are spelt in %n byte(s), one position each.</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>The model gives the next piece the probability 0, so the score ends here.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It is computed by {model}; open it to see it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Source</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Translation</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Heads</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Attention</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Scores</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Masks</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Candidates</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Beams</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Positions</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The translation appears here.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Translation as text</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Special tokens</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show the end token and other special tokens among the pieces (display only)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show special tokens</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy the translation as text</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy translation</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Current piece</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>How the translation ended</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Pieces and text</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The translation {ended}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Sentence {number} {ended}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Sentences {numbers} stopped at their length limits.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copied</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Greedy: the likeliest piece at every step</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Beam search</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Sampling</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>((5 + L) / 6)^α, as in the paper</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>L^α</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>nothing</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>no live hypothesis can still win</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>none is better at its present length</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>as many as the beam is wide have finished</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Sampling, T {temperature}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Greedy</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Beam {width}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Search</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>all</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>allowed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>20 more than twice the source&apos;s pieces</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Switch all on</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Method</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Method</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>How each piece is chosen</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Beam</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Beam</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Hypotheses kept at every step</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Scores are divided by</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Scores are divided by</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Without it, short outputs win: each piece adds a negative log-probability</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;α</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Alpha</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Exponent of the length normalisation; 0.6</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Ends when</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Ends when</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The early stopping rule</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Draws</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Draws</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Independent draws side by side</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Temperature</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Temperature</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Logits are divided by it: below 1 likelier pieces, above 1 bolder ones</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Top-&amp;k</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Top-k</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Draw among the k likeliest pieces</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Top-&amp;p</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Top-p</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Draw among the likeliest pieces that together have this probability</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Seed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Seed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The same seed draws the same</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Repeated n-grams</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Repeated n-grams</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This many pieces in a row are never written twice</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Repetition &amp;penalty</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Repetition penalty</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Log-probabilities of pieces written already are multiplied by it; 1 does nothing</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Longest output, in pieces</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Longest output</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A sentence&apos;s translation ends there, and says so</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Heads off</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>That cannot be: {reason}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>none</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Settings</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>As the system</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Light</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Dark</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source> pt</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Blue on white</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Grey</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>As the theme</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>As the language</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Point</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Comma</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Another language takes effect when Diaphane is started again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Language</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Language of the interface</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Theme</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Dark on light, light on dark, or as the system has it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Text &amp;size</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Size of all text</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Colours of weights</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Of attention weights from 0 to 1; all can be read without seeing colours</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Decimal sign</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>In numbers that are shown; files have a point</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>D&amp;igits</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Of numbers shown exactly; nine tell any two float32 numbers apart</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Reset to defaults</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cl&amp;ose</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A weight reads {number}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>row that writes the word</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The row of the decoder position whose output is the word: where the network looked to choose it (the usual reading; Garg et al. 2019)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>row whose input is the word</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The row one step later, of the decoder position whose input is the word: where the network looked once it knew the word (Shift-Att, Chen et al. 2020). Of the last word it comes with the next step.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>argmax</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Each target word is aligned with the source word it gives most weight</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>intersection</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A pair is aligned if it is the largest weight of the target word&apos;s row and of the source word&apos;s column too: both argmaxes intersected</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>threshold</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Every pair whose weight reaches the threshold is aligned</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Ties</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Source and target one above the other, tied</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Matrix</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>One row a target word, one column a source word; aligned cells are framed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Pairs of at least this weight are tied in grey, aligned or not; the method “threshold” aligns just these. Argmax and intersection do not depend on it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>View</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Layer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Decoder layer whose cross-attention is read, or the mean over all layers</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Attention head</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Row of the attention</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Which row of the cross-attention speaks for a word</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Hard alignment</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>How the aligned pairs are read off the weights</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Threshold</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>mean over layers</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>layer {layer} of {layers}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Heads of different layers have nothing in common: over layers all are averaged</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>One head, or the mean over all heads of the layer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The aligned pairs in Pharaoh format: number of the source word, hyphen, number of the target word, both from 0, ordered by source word</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Alignment in Pharaoh format</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy as Pharaoh</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy the matrix of weights for a spreadsheet: words, tabs, one target word a line</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Pharaoh</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy the words: source ||| target</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>word {number}: “{word}”, %n piece(s)</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>its row comes with the next step</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>so far {rows} of %n row(s)</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>{number} “{word}”</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>no target word looks at it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>special tokens {share}</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%n other(s) {share}</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>{pair}   weight {weight}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>aligned: {link}</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>{tied} of %n target word(s) aligned</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>special tokens {share} on average, left out</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>special tokens</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>aligned with</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Words tied by attention</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Attention shown as</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>One cell a weight: rows are queries, columns keys</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Lines</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>One line a weight, from the keys on the left to the queries on the right</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Attention between</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The pieces that the model reads and writes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Words</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Whole words: the columns of a word are summed, its rows averaged</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Specials</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show the special tokens, start and end. Where they are hidden nothing is renormalised: the rows shown then sum to less than 1.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Lines from weight</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Lines of smaller weights are not drawn</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Lines from</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Layer of the stack, counted from its input</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>One head, or the mean over all heads</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Kind</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>La&amp;yer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Head</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{layer} of {layers}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>source word</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>decoder input, shifted right</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>written word</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>query: {name} →</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>key: {name} →</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>row {row} “{query}”, column {column} “{key}”</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>row selected</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>masked: {reason}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>weight {weight}</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>sum of %n column(s)</source>
        <comment>pieces of a word</comment>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>mean of %n row(s)</source>
        <comment>pieces of a word</comment>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>{share} of the row on hidden special tokens</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>Σ of %n selected row(s) {total}, mean {mean}</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>row {number}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>column {number}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>selected</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>query {number} of {count}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>key {number} of {count}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{weight} on “{key}”</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{weight} from “{query}”</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Words: columns summed, rows averaged.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Rows of special tokens are hidden.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Special tokens hidden, nothing renormalised: {mean} of the weight is not shown, at most {most} of a row (row {row}).</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%n line(s) from {threshold} on: {share} of the weight shown.</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>Only the {most} strongest of {all} lines are drawn.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A dot stands for up to {rows} × {columns} weights and shows the largest: zoom in.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Attention weights from 0 to 1, the same for every view</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Colour bar</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Attention weight, from 0 to 1. The scale never changes.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Numbers from {low} to {high}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>0 where the query may look, {masked} where not</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What differs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Attention of {name}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>masked, {score}: {why}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>B − A, attention weights</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The mean is over {first} heads in A and over {second} in B.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A: {first}
B: {second}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No cell differs.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>B − A: blue where B gives less, red where it gives more, at most {largest}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The outputs differ from step {step} on, so the rows end with it: {rows} of {first} in A and {second} in B. The query of that row is the same in both; what it wrote is not.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The rows that both have: {rows} of {first} in A and {second} in B.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>masked in both, {score}: {why}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>B − A {value}</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>{name} has no layer {layer} of this kind: its model has %n.</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{name} has no head {head}: its model has %n in a layer.</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>{name} has not written anything yet.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The attention of {name} was not recorded.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The source pieces differ, so a cell of A and the same cell of B are about different things: there is no difference to take. Side by side they can be seen.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The decoders begin with different start pieces, so their rows do not answer to each other. Side by side they can be seen.</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>“{word}”, a word of %n piece(s)</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>(off)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Switched off: the head still attends, and its weights are shown, but zeros take the place of what it mixes, its share of the concatenation before W_O. So it adds nothing to the output of its layer (Michel et al. 2019).</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>encoder self</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>decoder masked self</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>cross</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>({state})</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>(next run: {state})</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>({state}; next run: {later})</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>off</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>on</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>all on</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>all off</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%n off</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n head(s) off</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Next run: %n head(s) off</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n head(s) off; next run: none</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n head(s) off; next run: {count}</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>Next run: all on</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Mean over the rows of −Σ w·ln w: how spread out the attention is, in nats</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Layer and head</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Rows are layers, columns are heads</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Entropy, low first</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Entropy, high first</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Confidence</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Mean over the rows of the largest weight, the end token left out (Voita et al. 2019)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Diagonal ±1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Mean weight on the query&apos;s own position and both its neighbours</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Own position</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Mean weight on the query&apos;s own position</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Previous position</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Mean weight on the position before</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Next position</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Mean weight on the position after</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>First position</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Mean weight on the first key</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>End token</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Mean weight on the end of the source, where heads rest that find nothing</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>confidence</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>diagonal ±1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>own</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>previous</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>next</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>first</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>end token</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>max</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Attention heads</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Click to switch the heads of layer {layer} off or on</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Switch this head off or on (X)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Switch on layer {layer}, head {head}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Switch off layer {layer}, head {head}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Switch on all heads of layer {layer}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Switch off all heads of layer {layer}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Leave only head {head} on in layer {layer}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Switch all heads on again</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>All heads are on. The switch in a thumbnail&apos;s corner, or X, switches a head off.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Switch off</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Switch layer on</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Switch layer off</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Switch on</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{what} (X), and translate again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Heads switched off</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Restore</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Switch all heads on again, and translate again</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The largest weight that any head of the layer gives. Its rows do not sum to 1: it is no attention, has no entropy, and cannot be selected.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>layer {layer}, maximum over heads</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>layer {layer}, mean over heads</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>layer {layer}, head {head}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>entropy {value} of at most {most} nats</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>entropy {value} nats</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>highest possible entropy {value}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{read} of {rows} rows have been read</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Row labels</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Column labels</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Attention weights</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Attention heat map</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>no translation</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Translated at {time}; holds {size}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>after “{text}”</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>pinned</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>what if: {change}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>opened</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>stopped</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>cut at the length limit</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Each layer&apos;s state through the output projection and the softmax, as if the network ended there. Bold: the piece that was written.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A post-norm layer ends with its layer norm, so its state is projected as it is.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The network is pre-norm, so each state passes through the decoder&apos;s last layer norm first.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The residual stream x is the vector of {d_model} numbers that runs past every sub-layer; each adds its contribution s to it. Bars are lengths, ‖x‖ and ‖s‖.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Post-norm: x becomes LayerNorm(x + s), which sets its length anew.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Pre-norm: x becomes x + s; nothing sets its length before the last layer norm.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Norms of the encoder</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Norms of the decoder</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Source piece</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The source piece whose stream is shown; the one under the pointer goes before it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Encoder</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Decoder</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Decoder, step {step}: input “{input}”</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{text}: being computed …</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>what step {step} wrote: {piece}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the decoder&apos;s input at step {step}, shifted right: {piece}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>input</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What this layer would say</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Being computed …</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>embedding</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The decoder&apos;s input as it enters layer 1: the piece&apos;s embedding × √d_model and its position. No layer has worked on it yet.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>After layer {layer}, the last one: what the network really says. These are the probabilities of the Candidates panel.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>After layer {layer} of {layers}: what the network would say if it ended here.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{state}, step {step}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>written “{piece}”: rank {rank} of {vocabulary}, p = {p}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>entropy {nats} nats</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{place}: being computed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{place}: “{piece}” p = {p}, ln p = {log}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>stream</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>added</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>self-attention</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>cross-attention</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>feed-forward</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>self</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>feed-fwd</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>last norm</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>last layer norm: ‖LayerNorm(x)‖ = {x}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>embedding + position: ‖x‖ = {x}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>layer {layer}, {sublayer}: ‖x‖ = {x} before; adds ‖s‖ = {s}, cos(x, s) = {cos}; ‖x + s‖ = {sum}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{text}; ‖LayerNorm(x + s)‖ = {after}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>sub-layer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>‖x‖ before</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>‖x‖ after</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>stream: ‖x‖, the length of the residual stream after the sub-layer
added: ‖s‖, the length of what the sub-layer adds to it
cos: of the angle between the stream before and what is added; below 0 it takes away
The longest bar is the largest norm of this position.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No model is loaded: open a model folder first.</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>Σ of %n row(s)</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>masked</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Attention as lines</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Padding blocks nothing: the sentence is translated by itself, so there are no pads.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Padding mask only: every source piece may look at every source piece. The encoder runs once, so this mask never grows.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Padding + causal: an input may look at itself and at the inputs before it. Grows by one row and one column a step.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Padding mask of the source only: every written piece may look at the whole source. Grows by one row a step.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Padding + causal. Teacher forcing feeds the whole target in at once, shifted right, so the M&#xa0;×&#xa0;M triangle is there from the start and never grows.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Padding mask of the source only. Teacher forcing feeds the whole target in at once, so all M rows are there from the start.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>padding: fills the row up to the longest sentence of the batch</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{rows} × {columns}, {blocked} blocked</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>step {step}: {size}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Padding blocks {blocked} of {keys} keys.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This is the longest source of the {n} in the batch: no pads.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Batch of {n}: the sources are padded to the longest, {longest} pieces; {pads} of this one are pads, which no query may look at.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A batch of {n} writes one piece of each sentence a step, and a sentence that ends leaves it: no input is ever a pad.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This is the longest target of the {n} in the batch: no pads.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Batch of {n}: the targets are padded to the longest, {longest} pieces; {pads} of this one&apos;s inputs are pads, which are no keys and count in no loss.</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%n row(s) blocked throughout: a softmax of −∞ alone would be 0 ÷ 0, so the engine gives weights of exactly 0 there, never NaN.</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>No row is blocked throughout, not even that of a pad; if one were, its weights would be 0, never NaN.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{reason}, up to the batch&apos;s longest</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{first}; and {second}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The whole row is blocked: its weights are 0, never NaN</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{reason}: it is not written yet</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{reason}: it is what the query has to predict</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{reason}: it lies beyond what the query has to predict</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>this mask leaves it open</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the query is padding itself: its row is computed, and nothing reads it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the query may look at the key</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Outputs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>α</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Pieces allowed per source piece</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Pieces allowed on top</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Never written</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Must be written</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Forced beginning</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Scored reference</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Candidates recorded</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>((5 + L) / 6)^α</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>encoder</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>decoder self</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>yes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>no</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>by the source&apos;s length</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>none of {n} pieces</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{kind} layer {layer} head {head}</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>and %n more</source>
        <comment>heads</comment>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>beam {value}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{value} outputs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>sampling</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>T {value}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>top-k {value}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>top-p {value}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>seed {value}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>at most {value} pieces</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>never {value}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>with {value}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>begins {value}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>reference scored</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>piece {id}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>dimension →</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The positional encoding: one row a position</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Curves</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The sinusoids of chosen dimensions over the positions</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Embeddings</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A sentence’s vectors before and after PE is added</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Dot products</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Every position, or piece, times every other</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>positions</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>embeddings</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>embeddings + positions</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What the encoder gets</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Target</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What the decoder gets: its input, shifted right, up to the current step</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What to show</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What the dot products are between</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Which vectors are multiplied with each other</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Side</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The encoder’s or the decoder’s input</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Number of positions</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>How many positions are shown, from position 0 on</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>of</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>S&amp;ide</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>position →</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Point at a cell, or move over the cells with the arrow keys, to read its arithmetic.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Point at a position, or move along the positions with the arrow keys, to read its numbers.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Positional encoding</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Embeddings and positions</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cells of the dot products</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>PE  [{rows} × {columns}]</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{symbol}, embedding</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>PE, position</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>sum</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>piece →</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>position p →</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>position q →</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>PE(p) · PE(q): largest on the diagonal, the same for equal distances</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Each piece’s embedding with each other’s, before positions are added</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>With positions added: what attention’s projections start from</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>what the encoder’s first layer gets</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>what the decoder’s first layer gets: its input up to step {step}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This is the model’s own table; the formula differs by {most} at most.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The colours’ ends hold 99 % of the numbers.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cells are smaller than pixels: of {rows} × {columns}, the largest shows.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The wavelengths are a geometric progression from 2π to {longest} positions.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>position {position}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>λ = {times} = {length} positions</source>
        <comment>wavelength</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>position {position}, “{piece}”</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{scaled};  {position};  sum: {total}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{product};  by the formula Σ cos({distance} / 10000^(2i/{d_model})) over {pairs} pairs = {exact}: it depends on the distance {distance} alone</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{first} · {second} = {product};  cosine of their angle {cosine}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>({first} + PE({p})) · ({second} + PE({q})) = {product} = {terms}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The last sine of an odd d_model has no cosine to be turned with.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>PE(pos + {k}) is a linear map of PE(pos). At every pos, pair {pair} turns by {k} / 10000^({even}/{d}) = {angle} rad = {degrees}°</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Keep</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Clear</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Pair i: dimension 2i is a sine, 2i+1 the cosine of the same angle</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Pair of dimensions</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Keep this pair’s curves beside those of the next</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show only the chosen pair’s curves</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Shift k in positions</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>How far PE(pos + k) lies from PE(pos): the same turn of each pair at every pos</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Sinusoids over the positions</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>λ is the wavelength: after how many positions sine and cosine repeat</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Pair i</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Shift k</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>sines strong, cosines pale</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The decoder&apos;s position, which is also the step</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What the decoder is fed at this position: the piece before it, the start token at first (shifted right)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The piece that is scored at this position</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>How probable the model found the piece, given the source and all inputs so far; a full bar is 1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cross-entropy at this position in nats: −ln of the probability</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>1 where the model found no piece likelier</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The piece that the model found likeliest, where it is another one, and its probability</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>target</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>loss</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>model&apos;s choice</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>probability {p}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>position {n}: fed “{input}”, right piece “{target}”</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>position {n}: fed “{input}”, wrote “{target}”</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>loss {loss} nats</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>rank {rank}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>likeliest “{piece}”, {p}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>forced, not chosen</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>label-smoothed loss {loss}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Positions of the output</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{name}: nothing</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{name}, step {step}: “{piece}” {probability}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>B − A {difference}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>ln p₂ − ln p₁ = {ratio}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>after different pieces</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>p of A</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>B</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>p of B</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>B − A</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The piece that A wrote</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Its probability, in the softmax over the whole vocabulary</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The piece that B wrote</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Probability of B&apos;s piece minus probability of A&apos;s; blue below 0, red above</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The step, of A and of B where they are not the same</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Row {row}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Probabilities step by step</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Attention of the selected rows together</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>“{before}” became “{after}”</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>“{before}” is gone</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>“{after}” is new</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%n more change(s)</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>only spaces changed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Against the run before: {changes}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Before: {text}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>before → now:</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Tour</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Type a sentence</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Type or paste the text to translate here. While “Live” is on it is translated as you type, and {translate} translates it at any time. The words that light up are those that the network looks at.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Watch it being written</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The translation comes piece by piece; tint and bar of a piece show how probable it was. Click a piece, or use the buttons at the bottom, and all panels show that step again. {back} and {step} go back and on by one step from anywhere.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>See where it looks</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>These are the attention weights: a row is a query, a column a key, and the colour says how much the one looks at the other. Choose the kind, the layer and the head above. Point at a cell to read its exact weight.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Find everything else</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The menu {panels_menu} has all other panels, and arrangements of them: {preset_watch} to {preset_learn}. {palette} finds any command by a few letters, and {explain_panel} explains the panel that you are in, with its formula. This tour waits in the menu {help_menu}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Skip</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Back</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Next</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Leave the tour (Esc); the menu Help has it again</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Back to the step before (Left)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Step {number} of {count}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Done</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Leave the tour (Enter)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>On to the next step (Enter or Right)</source>
        <translation type="unfinished"></translation>
    </message>
</context>
</TS>
