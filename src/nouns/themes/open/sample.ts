/** An email with everything that a theme styles. Its blocks have the space that Loops recommends. */
export const SAMPLE = `<H1>A heading of level 1</H1>
<Paragraph>This is text, with a <Link href="https://example.com/">link</Link>, <Strong>strong</Strong> and <Em>emphasized</Em> words, as most emails have them. A second sentence shows the height of its lines.</Paragraph>
<Button href="https://example.com/" paddingTop="16" paddingBottom="24">A button</Button>
<H2>A heading of level 2</H2>
<UnorderedList>
  <ListItem>The first item of a list</ListItem>
  <ListItem>The second item, with a <Link href="https://example.com/">link</Link></ListItem>
</UnorderedList>
<Image src="https://example.com/image.png" alt="An image" width="200" paddingTop="8" paddingBottom="16" />
<Divider paddingTop="8" paddingBottom="16" />
<H3>A heading of level 3</H3>
<Columns gap="24">
  <ColumnItem><Paragraph>The left column has text.</Paragraph></ColumnItem>
  <ColumnItem><Paragraph>The right column has text and a <Link href="https://example.com/">link</Link>.</Paragraph></ColumnItem>
</Columns>
`;
