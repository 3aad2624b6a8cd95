<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="en" sourcelanguage="en">
<context>
    <name></name>
    <message numerus="yes">
        <source>and %n more, see the details</source>
        <comment>errors</comment>
        <translation>
            <numerusform>and %n more, see the details</numerusform>
            <numerusform>and %n more, see the details</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n head(s)</source>
        <translation>
            <numerusform>%n head</numerusform>
            <numerusform>%n heads</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>of the grey ties the {shown} strongest are drawn, %n more not</source>
        <translation>
            <numerusform>of the grey ties the {shown} strongest are drawn, %n more not</numerusform>
            <numerusform>of the grey ties the {shown} strongest are drawn, %n more not</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n translation(s)</source>
        <translation>
            <numerusform>%n translation</numerusform>
            <numerusform>%n translations</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n text(s)</source>
        <translation>
            <numerusform>%n text</numerusform>
            <numerusform>%n texts</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n old text(s) had to go to keep the history small. Pin those you want to keep.</source>
        <translation>
            <numerusform>%n old text had to go to keep the history small. Pin those you want to keep.</numerusform>
            <numerusform>%n old texts had to go to keep the history small. Pin those you want to keep.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>The vocabulary lacks characters of the reference: %n piece(s) are “unknown”, and their loss says nothing about those characters.</source>
        <translation>
            <numerusform>The vocabulary lacks characters of the reference: %n piece is “unknown”, and its loss says nothing about those characters.</numerusform>
            <numerusform>The vocabulary lacks characters of the reference: %n pieces are “unknown”, and their loss says nothing about those characters.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>The vocabulary lacks characters of the reference: they are spelt in %n byte(s), one position each.</source>
        <translation>
            <numerusform>The vocabulary lacks characters of the reference: they are spelt in %n byte, one position each.</numerusform>
            <numerusform>The vocabulary lacks characters of the reference: they are spelt in %n bytes, one position each.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>word {number}: “{word}”, %n piece(s)</source>
        <translation>
            <numerusform>word {number}: “{word}”, %n piece</numerusform>
            <numerusform>word {number}: “{word}”, %n pieces</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>so far {rows} of %n row(s)</source>
        <translation>
            <numerusform>so far {rows} of %n row</numerusform>
            <numerusform>so far {rows} of %n rows</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n other(s) {share}</source>
        <translation>
            <numerusform>%n other {share}</numerusform>
            <numerusform>%n others {share}</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{tied} of %n target word(s) aligned</source>
        <translation>
            <numerusform>{tied} of %n target word aligned</numerusform>
            <numerusform>{tied} of %n target words aligned</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>sum of %n column(s)</source>
        <comment>pieces of a word</comment>
        <translation>
            <numerusform>sum of %n column</numerusform>
            <numerusform>sum of %n columns</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>mean of %n row(s)</source>
        <comment>pieces of a word</comment>
        <translation>
            <numerusform>mean of %n row</numerusform>
            <numerusform>mean of %n rows</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Σ of %n selected row(s) {total}, mean {mean}</source>
        <translation>
            <numerusform>Σ of %n selected row {total}, mean {mean}</numerusform>
            <numerusform>Σ of %n selected rows {total}, mean {mean}</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n line(s) from {threshold} on: {share} of the weight shown.</source>
        <translation>
            <numerusform>%n line from {threshold} on: {share} of the weight shown.</numerusform>
            <numerusform>%n lines from {threshold} on: {share} of the weight shown.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{name} has no layer {layer} of this kind: its model has %n.</source>
        <translation>
            <numerusform>{name} has no layer {layer} of this kind: its model has %n.</numerusform>
            <numerusform>{name} has no layer {layer} of this kind: its model has %n.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{name} has no head {head}: its model has %n in a layer.</source>
        <translation>
            <numerusform>{name} has no head {head}: its model has %n in a layer.</numerusform>
            <numerusform>{name} has no head {head}: its model has %n in a layer.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>“{word}”, a word of %n piece(s)</source>
        <translation>
            <numerusform>“{word}”, a word of %n piece</numerusform>
            <numerusform>“{word}”, a word of %n pieces</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n off</source>
        <translation>
            <numerusform>%n off</numerusform>
            <numerusform>%n off</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n head(s) off</source>
        <translation>
            <numerusform>%n head off</numerusform>
            <numerusform>%n heads off</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Next run: %n head(s) off</source>
        <translation>
            <numerusform>Next run: %n head off</numerusform>
            <numerusform>Next run: %n heads off</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n head(s) off; next run: none</source>
        <translation>
            <numerusform>%n head off; next run: none</numerusform>
            <numerusform>%n heads off; next run: none</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n head(s) off; next run: {count}</source>
        <translation>
            <numerusform>%n head off; next run: {count}</numerusform>
            <numerusform>%n heads off; next run: {count}</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Σ of %n row(s)</source>
        <translation>
            <numerusform>Σ of %n row</numerusform>
            <numerusform>Σ of %n rows</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n row(s) blocked throughout: a softmax of −∞ alone would be 0 ÷ 0, so the engine gives weights of exactly 0 there, never NaN.</source>
        <translation>
            <numerusform>%n row blocked throughout: a softmax of −∞ alone would be 0 ÷ 0, so the engine gives weights of exactly 0 there, never NaN.</numerusform>
            <numerusform>%n rows blocked throughout: a softmax of −∞ alone would be 0 ÷ 0, so the engine gives weights of exactly 0 there, never NaN.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>and %n more</source>
        <comment>heads</comment>
        <translation>
            <numerusform>and %n more</numerusform>
            <numerusform>and %n more</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n more change(s)</source>
        <translation>
            <numerusform>%n more change</numerusform>
            <numerusform>%n more changes</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Filling in… %n mask(s)</source>
        <translation>
            <numerusform>Filling in… %n mask</numerusform>
            <numerusform>Filling in… %n masks</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Continuing… %n step(s)</source>
        <translation>
            <numerusform>Continuing… %n step</numerusform>
            <numerusform>Continuing… %n steps</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Translating… %n step(s)</source>
        <translation>
            <numerusform>Translating… %n step</numerusform>
            <numerusform>Translating… %n steps</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Translating… %n step(s), sentence {number} of {count}</source>
        <translation>
            <numerusform>Translating… %n step, sentence {number} of {count}</numerusform>
            <numerusform>Translating… %n steps, sentence {number} of {count}</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Paused after %n step(s).</source>
        <translation>
            <numerusform>Paused after %n step.</numerusform>
            <numerusform>Paused after %n steps.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Filled in %n mask(s).</source>
        <translation>
            <numerusform>Filled in %n mask.</numerusform>
            <numerusform>Filled in %n masks.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Translated in %n step(s)</source>
        <translation>
            <numerusform>Translated in %n step</numerusform>
            <numerusform>Translated in %n steps</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Continued in %n step(s)</source>
        <translation>
            <numerusform>Continued in %n step</numerusform>
            <numerusform>Continued in %n steps</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Translated in %n step(s), {count} sentences</source>
        <translation>
            <numerusform>Translated in %n step, {count} sentences</numerusform>
            <numerusform>Translated in %n steps, {count} sentences</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>stopped at the length limit of %n piece(s)</source>
        <translation>
            <numerusform>stopped at the length limit of %n piece</numerusform>
            <numerusform>stopped at the length limit of %n pieces</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n pruned hidden</source>
        <comment>hypotheses</comment>
        <translation>
            <numerusform>%n pruned hidden</numerusform>
            <numerusform>%n pruned hidden</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n of {total} pruned</source>
        <comment>hypotheses</comment>
        <translation>
            <numerusform>%n of {total} pruned</numerusform>
            <numerusform>%n of {total} pruned</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n hypotheses</source>
        <translation>
            <numerusform>%n hypotheses</numerusform>
            <numerusform>%n hypotheses</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n character(s)</source>
        <translation>
            <numerusform>%n character</numerusform>
            <numerusform>%n characters</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>The text stopped at the length limit of %n piece(s).</source>
        <translation>
            <numerusform>The text stopped at the length limit of %n piece.</numerusform>
            <numerusform>The text stopped at the length limit of %n pieces.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>The translation stopped at the length limit of %n piece(s).</source>
        <translation>
            <numerusform>The translation stopped at the length limit of %n piece.</numerusform>
            <numerusform>The translation stopped at the length limit of %n pieces.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Sentence {number} stopped at the length limit of %n piece(s).</source>
        <translation>
            <numerusform>Sentence {number} stopped at the length limit of %n piece.</numerusform>
            <numerusform>Sentence {number} stopped at the length limit of %n pieces.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n byte(s)</source>
        <translation>
            <numerusform>%n byte</numerusform>
            <numerusform>%n bytes</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n code(s), {first} to {last}</source>
        <translation>
            <numerusform>%n code, {first} to {last}</numerusform>
            <numerusform>%n codes, {first} to {last}</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n language(s)</source>
        <translation>
            <numerusform>%n language</numerusform>
            <numerusform>%n languages</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n second(s)</source>
        <translation>
            <numerusform>%n second</numerusform>
            <numerusform>%n seconds</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n minute(s)</source>
        <translation>
            <numerusform>%n minute</numerusform>
            <numerusform>%n minutes</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n hour(s)</source>
        <translation>
            <numerusform>%n hour</numerusform>
            <numerusform>%n hours</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n model(s) for {pair}. Choose one to read its licence.</source>
        <translation>
            <numerusform>%n model for {pair}. Choose it to read its licence.</numerusform>
            <numerusform>%n models for {pair}. Choose one to read its licence.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{size} in %n file(s).</source>
        <translation>
            <numerusform>{size} in %n file.</numerusform>
            <numerusform>{size} in %n files.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>encoder, %n layer(s)</source>
        <translation>
            <numerusform>encoder, %n layer</numerusform>
            <numerusform>encoder, %n layers</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>decoder, %n layer(s)</source>
        <translation>
            <numerusform>decoder, %n layer</numerusform>
            <numerusform>decoder, %n layers</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>keys and values of %n head(s), each for {queries} of queries</source>
        <translation>
            <numerusform>keys and values of %n head, each for {queries} of queries</numerusform>
            <numerusform>keys and values of %n heads, each for {queries} of queries</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>plus the first of %n segment row(s)</source>
        <translation>
            <numerusform>plus the only segment row</numerusform>
            <numerusform>plus the first of %n segment rows</numerusform>
        </translation>
    </message>
</context>
</TS>
